import type { ReactNode } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import styles from './MissingPage.module.css';
import lists from './ToCheckSection.module.css';
import type { EntryToCheck } from './missing-view.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';

const AND = new Intl.ListFormat('en-GB');

/** Why a runner is to check, in a sentence (RULES.md MS7); undefined for a reason that this page does not know. */
function describeCheck(
  reason: CheckReason,
  runner: AdminRunner,
  config: RaceConfig,
  findRunner: (runnerId: string) => AdminRunner | undefined,
): string | undefined {
  const race = labelEvent(runner.event, config);
  const name = (point: string): string => describePoint(point, config, runner.event);
  const list = (points: readonly string[]): string => AND.format(points.map(name));
  switch (reason.kind) {
    case 'other-course': {
      const verb = reason.points.length === 1 ? 'is' : 'are';
      return `read at ${list(reason.points)}, which ${verb} not on the ${race}`;
    }
    case 'fast-leg': {
      const { from, to, legMs, othersMs, asFast } = reason;
      const who = asFast === 1 ? 'nobody else' : `only ${asFast}`;
      const least = formatLeg(othersMs);
      return `${name(from)} to ${name(to)} in ${formatLeg(legMs)}; ${who} took under ${least}`;
    }
    case 'same-bib': {
      const other = findRunner(reason.runnerId);
      const named = other ? `${other.firstName} ${other.lastName}`.trim() : 'somebody else';
      const more = reason.others === 1 ? '' : ` and ${reason.others - 1} more`;
      return `bib ${runner.bibNumber} is also ${named || 'somebody without a name'}${more}`;
    }
    case 'missed':
      return `not read at ${list(reason.points)} though seen at ${reason.later === 'finish' ? 'the finish' : name(reason.later)}`;
    case 'no-start':
      return `not read at the start, where others of the ${race} were`;
    default:
      reason satisfies never;
      return undefined;
  }
}

/** `4:10`, `19:00`, `1:04:10`. */
function formatLeg(spanMs: number): string {
  return formatElapsed(spanMs).replace(/^0:0?/, '');
}

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
                <strong className="bold">
                  <bdi>{`${runner.firstName} ${runner.lastName}`.trim() || 'No name'}</bdi>
                </strong>{' '}
                <span className="text-s muted">
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
        <p
          className={`${styles.none} muted`}
        >{`${left} more come when some of these are settled.`}</p>
      ) : null}
    </section>
  );
}
