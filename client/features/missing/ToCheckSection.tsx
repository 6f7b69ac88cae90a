import type { ReactNode } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { describeCheck } from './describe-check.ts';
import styles from './MissingPage.module.css';
import lists from './ToCheckSection.module.css';
import type { EntryToCheck } from './missing-view.ts';

export interface ToCheckSectionProps {
  readonly entries: readonly EntryToCheck[];
  /** How many there are in all; undefined for those that were searched for. */
  readonly count: number | undefined;
  /** They alone are looked at. */
  readonly isAlone: boolean;
  readonly config: RaceConfig;
  readonly onShowAll: () => void;
  readonly onOpen: (runnerId: string) => void;
}

/** Beside the others only so many are shown that the bands below them are not far. */
const FIRST = 8;

/** Whom to look at, and why (RULES.md MS7). */
export function ToCheckSection(props: ToCheckSectionProps): ReactNode {
  const { entries, isAlone, config, onShowAll, onOpen } = props;
  const { count = entries.length } = props;
  const { everyone } = useLists();
  const isSought = props.count === undefined;
  if (entries.length === 0 && (isSought || !isAlone)) return null;
  const shown = isAlone ? entries : entries.slice(0, FIRST);
  const left = count - entries.length;
  const findRunner = (id: string) => everyone.find(({ runnerId }) => runnerId === id);
  return (
    <section className={styles.section} aria-labelledby="to-check">
      <h2 id="to-check" tabIndex={-1}>
        To check <span className={styles.count}>{count}</span>
      </h2>
      {entries.length === 0 ? (
        <EmptyNote>
          <p>Nobody: no read is missing, in a wrong place or too soon.</p>
        </EmptyNote>
      ) : (
        <ul className={lists.list}>
          {shown.map(({ runner, reasons }) => (
            <li key={runner.runnerId}>
              <button
                type="button"
                className={lists.entry}
                data-check={runner.runnerId}
                onClick={() => {
                  onOpen(runner.runnerId);
                }}
              >
                <strong className={lists.name}>
                  <bdi>{`${runner.firstName} ${runner.lastName}`.trim() || 'No name'}</bdi>
                </strong>{' '}
                <span className={lists.facts}>
                  {runner.bibNumber === '' ? 'no bib' : `bib ${runner.bibNumber}`} ·{' '}
                  {describeEntry({ ...runner, runClub: '' }, config)}
                </span>
                {reasons.map((reason) => (
                  <span key={JSON.stringify(reason)} className={lists.reason}>
                    {describeCheck(reason, runner, config, findRunner)}
                  </span>
                ))}
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown.length < entries.length ? (
        <Button onClick={onShowAll}>{`Show all ${count} to check`}</Button>
      ) : null}
      {shown.length === entries.length && left > 0 ? (
        <p className={styles.none}>{`${left} more come when some of these are settled.`}</p>
      ) : null}
    </section>
  );
}
