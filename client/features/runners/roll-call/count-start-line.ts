import type { CalledRunner, EventRollCall } from '#shared/control/roll-call.ts';
import type { RollCallCounts, RollCallState } from '#shared/scoring/whereabouts.ts';

/** The note on runners who were seen although they are DNS. */
export const ODD = 'on the course despite DNS';
const STARTED: ReadonlySet<RollCallState> = new Set([
  'on-course',
  'finished',
  'out-safe',
  'out-not-safe',
]);

/** A number and its label. */
type Cell = readonly [figure: number, words: string];

export interface StartLineCounts {
  /** Rows: a status, how many of it were never seen, and how many were. */
  readonly table: readonly (readonly [status: string, notSeen: Cell, seen: Cell])[];
  readonly count: (state: keyof RollCallCounts) => number;
  readonly everybody: readonly CalledRunner[];
  /** Their gun is later: they may be here, and nobody has to look for them. */
  readonly toStart: readonly CalledRunner[];
  readonly toStartCheckedIn: number;
}

/** Counts who came to the start, by status and by whether they were seen. */
export function countStartLine(
  events: readonly EventRollCall[],
  hasStarted: boolean,
): StartLineCounts {
  const count = (state: keyof RollCallCounts): number =>
    events.reduce((sum, { counts }) => sum + counts[state], 0);
  const everybody = events.flatMap(({ called }) => called);
  const odd = everybody.filter((one) => one.contradiction === 'seen-although-dns').length;
  const checkedIn = events.reduce((sum, { neverSeenCheckedIn }) => sum + neverSeenCheckedIn, 0);
  const seenCheckedIn = everybody.filter(
    ({ isCheckedIn, state, contradiction }) =>
      isCheckedIn && STARTED.has(state) && contradiction !== 'seen-although-dns',
  ).length;
  const toStart = everybody.filter(({ state }) => state === 'to-start');
  const toStartCheckedIn = toStart.filter(({ isCheckedIn }) => isCheckedIn).length;
  const isHereKnown = checkedIn + toStartCheckedIn + seenCheckedIn > 0;
  const table = [
    ...(isHereKnown
      ? [
          [
            'Checked in',
            [
              checkedIn + (hasStarted ? 0 : toStartCheckedIn),
              hasStarted ? 'look for them' : 'here',
            ],
            [seenCheckedIn, 'started'],
          ] as const,
        ]
      : []),
    [
      isHereKnown ? 'Not checked in' : 'Not marked DNS',
      [
        count('never-seen') - checkedIn + (hasStarted ? 0 : toStart.length - toStartCheckedIn),
        'probably not here',
      ],
      [count('started') - odd - seenCheckedIn, 'started'],
    ],
    [
      'DNS',
      [count('did-not-start') + count('withdrawn'), describeAbsent(count('withdrawn'))],
      [odd, ODD],
    ],
  ] as const;
  return { table, count, everybody, toStart, toStartCheckedIn };
}

function describeAbsent(withdrawn: number): string {
  return withdrawn === 0 ? 'did not start' : `did not start, ${withdrawn} of them withdrawn`;
}
