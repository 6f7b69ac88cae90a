import type { ReactNode } from 'react';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { Field } from '#client/ui/Field.tsx';
import { type CalledRunner, compareNames, type RollCall } from '#shared/control/roll-call.ts';
import { nameCalled } from '#client/organisers/rollcall/describe-called.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { describeLastWord } from '../describe-to-do.ts';
import { type RaceClock, useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** Of more people the number is typed instead. */
export const MOST_TICKED = 30;

/** The confirmation of the unaccounted: one by one, or by their number. */
export interface Named {
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

export const NOBODY_NAMED: Named = { ticked: new Set(), typed: '' };

/** Runners on course, or out and not known to be safe, by event and name; for one event or all. */
export function findUnaccounted(
  { events }: RollCall,
  event: EventCode | undefined,
): readonly CalledRunner[] {
  return events
    .filter((each) => event === undefined || each.event === event)
    .flatMap(({ called }) =>
      called
        .filter(({ state }) => state === 'on-course' || state === 'out-not-safe')
        .toSorted(compareNames),
    );
}

export function isNamed(unaccounted: readonly CalledRunner[], named: Named): boolean {
  return countMissing(unaccounted, named) === 0;
}

/** The reason why the race cannot be closed yet; empty for none. */
export function describeMissingNames(unaccounted: readonly CalledRunner[], named: Named): string {
  const missing = countMissing(unaccounted, named);
  if (missing === 0) return '';
  if (unaccounted.length > MOST_TICKED) {
    return `Type how many people these are, ${unaccounted.length}, to close it anyway.`;
  }
  const whom = missing === 1 ? 'one more person' : `${missing} more people`;
  return `Tick ${whom}, or account for them on the roll-call first.`;
}

function countMissing(unaccounted: readonly CalledRunner[], { ticked, typed }: Named): number {
  if (unaccounted.length > MOST_TICKED) {
    return typed.trim() === String(unaccounted.length) ? 0 : unaccounted.length;
  }
  return unaccounted.filter(({ runner }) => !ticked.has(runner.runnerId)).length;
}

export interface ClosingNamesProps {
  readonly unaccounted: readonly CalledRunner[];
  readonly named: Named;
  readonly onNamed: (named: Named) => void;
}

export function ClosingNames({ unaccounted, named, onNamed }: ClosingNamesProps): ReactNode {
  const clock = useRaceClock();
  if (unaccounted.length === 0)
    return <p>✓ Nobody is on course, and everyone who is out is safe.</p>;
  const isTicked = unaccounted.length <= MOST_TICKED;
  const tick = (runnerId: string, isOn: boolean): void => {
    const ticked = new Set(named.ticked);
    if (isOn) ticked.add(runnerId);
    else ticked.delete(runnerId);
    onNamed({ ...named, ticked });
  };
  return (
    <div className="stack-8 one-column">
      <p className="bold">
        {unaccounted.length === 1
          ? 'We don’t know whether this person is safe:'
          : `We don’t know whether these ${unaccounted.length} people are safe:`}
      </p>
      <ul
        className="well plain-list lined max-h-[40vh] overflow-auto overscroll-contain px-3 py-0.5"
        aria-label="Unaccounted for"
        tabIndex={isTicked ? -1 : 0}
      >
        {unaccounted.map((called) => {
          const { runnerId } = called.runner;
          return (
            <li key={runnerId}>
              {isTicked ? (
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={named.ticked.has(runnerId)}
                    onChange={({ target }) => tick(runnerId, target.checked)}
                  />
                  {nameUnaccounted(called, clock)}
                </label>
              ) : (
                nameUnaccounted(called, clock)
              )}
            </li>
          );
        })}
      </ul>
      {isTicked ? null : (
        <Field label="How many people are these?">
          {(field) => (
            <input
              {...field}
              inputMode="numeric"
              autoComplete="off"
              value={named.typed}
              onChange={({ target }) => onNamed({ ...named, typed: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/**
 * `DNF, not accounted for: 306 Mair Ellis, Ultra, last seen at CP2, 12:20`; without DNF for a runner started by the gun
 * and never read, whom the results leave out (RULES.md ST11), and with laps (RK12).
 */
function nameUnaccounted(called: CalledRunner, clock: RaceClock): ReactNode {
  const { isByLaps } = coursesOf(clock.config).rankingOf(called.runner.event);
  const becomesDnf = called.lastSighting !== undefined && !isByLaps;
  return (
    <span className="anywhere">
      {becomesDnf ? 'DNF, not accounted for' : 'Not accounted for'}:{' '}
      <strong>{nameCalled(called)}</strong>{' '}
      <span className="muted">
        {labelEvent(called.runner.event, clock.config)}, {describeLastWord(called, clock)}
      </span>
    </span>
  );
}
