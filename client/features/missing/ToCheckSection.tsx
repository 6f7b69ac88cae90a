import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useState } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { nameCheck } from '#client/organisers/lists/left-checks.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import styles from './MissingPage.module.css';
import lists from './ToCheckSection.module.css';
import type { EntryToCheck } from './missing-view.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { CheckReason, RunnerToCheck } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
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
    case 'swap': {
      const other = findRunner(reason.runnerId);
      return `the reads of both make sense with the bands swapped: ${other ? nameRunner(other) : 'somebody else'}`;
    }
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
    case 'late': {
      const point = reason.point === 'finish' ? 'the finish' : name(reason.point);
      return `through ${point} ${formatLeg(reason.lateMs)} after it closed`;
    }
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
  readonly left: readonly RunnerToCheck[];
  /** They alone are looked at. */
  readonly isAlone: boolean;
  readonly config: RaceConfig;
  readonly onShowAll: () => void;
  /** With the band that stands in the form, if it is another one. */
  readonly onOpen: (runnerId: string, band?: string) => void;
}

/** Beside the others only so many are shown that the bands below them are not far. */
const FIRST = 8;

/** Whom to look at, and why (RULES.md MS7). */
export function ToCheckSection(props: ToCheckSectionProps): ReactNode {
  const { entries, left, isAlone, config, onShowAll, onOpen } = props;
  const { count = entries.length } = props;
  const { everyone } = useLists();
  const isSought = props.count === undefined;
  const control = useControl();
  const [isLeftShown, setIsLeftShown] = useState(false);
  if (entries.length + left.length === 0 && (isSought || !isAlone)) return null;
  const shown = isAlone ? entries : entries.slice(0, FIRST);
  const untold = count - entries.length;
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
            <li key={runner.runnerId} className={lists.tile}>
              <button
                type="button"
                className={lists.entry}
                data-check={runner.runnerId}
                onClick={() => {
                  onOpen(runner.runnerId);
                }}
              >
                <Reasons entry={{ runner, reasons }} config={config} findRunner={findRunner} />
              </button>
              <Only right="runners:edit">
                {reasons.map((reason) => {
                  const other = reason.kind === 'swap' ? findRunner(reason.runnerId) : undefined;
                  return other?.raceNumber ? (
                    <button
                      key={reason.kind}
                      type="button"
                      className={lists.leave}
                      onClick={() => {
                        onOpen(runner.runnerId, other.raceNumber);
                      }}
                    >
                      Swap…{' '}
                      <span className="visually-hidden">
                        {nameRunner(runner)} and {nameRunner(other)}
                      </span>
                    </button>
                  ) : null;
                })}
              </Only>
              <Only right="control:write">
                <button
                  type="button"
                  className={lists.leave}
                  title="It is right as it is: it comes back for another reason"
                  onClick={() => {
                    const subject = nameCheck({ runnerId: runner.runnerId, reasons: [...reasons] });
                    control.write.mutate({ kind: 'left', subject });
                  }}
                >
                  Leave it <span className="visually-hidden">{nameRunner(runner)}</span>
                </button>
              </Only>
            </li>
          ))}
        </ul>
      )}
      {shown.length < entries.length ? (
        <Button onClick={onShowAll}>{`Show all ${count} to check`}</Button>
      ) : null}
      {shown.length === entries.length && untold > 0 ? (
        <p
          className={`${styles.none} muted`}
        >{`${untold} more come when some of these are settled.`}</p>
      ) : null}
      {control.write.error || control.remove.error ? (
        <Banner kind="alert">{messageOf(control.write.error ?? control.remove.error)}</Banner>
      ) : null}
      {left.length > 0 ? (
        <Button
          aria-expanded={isLeftShown}
          onClick={() => {
            setIsLeftShown(!isLeftShown);
          }}
        >
          {left.length} left as {left.length === 1 ? 'it is' : 'they are'}
        </Button>
      ) : null}
      {isLeftShown && left.length > 0 ? (
        <ul className={lists.list} aria-label="Left as they are">
          {left.map((one) => {
            const runner = findRunner(one.runnerId);
            const entry = control.find({ kind: 'left', subject: nameCheck(one) });
            if (!runner || !entry) return null;
            return (
              <li key={one.runnerId} className={lists.tile}>
                <div className={lists.said}>
                  <Reasons entry={{ ...one, runner }} config={config} findRunner={findRunner} />
                </div>
                <Only right="control:write">
                  <button
                    type="button"
                    className={lists.leave}
                    onClick={() => {
                      control.remove.mutate(entry);
                    }}
                  >
                    Bring back <span className="visually-hidden">{nameRunner(runner)}</span>
                  </button>
                </Only>
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}

interface ReasonsProps {
  readonly entry: EntryToCheck;
  readonly config: RaceConfig;
  readonly findRunner: (runnerId: string) => AdminRunner | undefined;
}

/** Who it is, and why. */
function Reasons({ entry: { runner, reasons }, config, findRunner }: ReasonsProps): ReactNode {
  return (
    <>
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
    </>
  );
}
