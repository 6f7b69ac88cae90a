import { describePast, type RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { describeTime, readSight } from '#client/organisers/runners/describe-last-seen.ts';
import type { Seen } from '#client/organisers/runners/RunnerRow.tsx';
import type { CutOffGroup } from '#shared/control/past-cut-offs.ts';
import { findCheckIn } from '#shared/model/report.ts';
import type { StartPhase } from '#shared/scoring/start-phase.ts';
import type { LastSeenBody } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

export interface SightContext {
  readonly clock: RollCallClock;
  /** Where each was last seen; null for who never was. */
  readonly sights: ReadonlyMap<string, LastSeenBody | null> | undefined;
  readonly cutOffs: readonly CutOffGroup[];
  readonly phaseOf: (runner: AdminRunner) => StartPhase;
}

/** Says of the missing when and where they were last seen, or why nowhere, and which cut-off they are past. */
export function createSeenOf({
  clock,
  sights,
  cutOffs,
  phaseOf,
}: SightContext): (runner: AdminRunner) => Seen {
  const { config, today } = clock;
  const pastOf = new Map(
    cutOffs.flatMap((group) => {
      const text = describePast(group, clock);
      return group.runners.map(({ runner }) => [runner.runnerId, text] as const);
    }),
  );
  return (runner) => {
    const { runnerId, event, reports } = runner;
    const sight = sights?.get(runnerId);
    const seen = sight && readSight(sight, config, clock, event);
    const past = pastOf.get(runnerId);
    const where = seen?.where ?? (sight === null ? describeUnread(phaseOf(runner)) : '');
    const checkIn = seen ? undefined : findCheckIn(reports);
    return {
      lead:
        seen?.age ??
        (checkIn ? `Checked in ${describeTime(checkIn.atMs, config.timeZone, today)}` : ''),
      rest: past === undefined ? where : `${where}; ${past}`,
    };
  };
}

function describeUnread(phase: StartPhase): string {
  if (phase === 'later') return 'yet to start';
  return phase === 'by-gun' ? 'started with the gun, never scanned' : 'never scanned';
}
