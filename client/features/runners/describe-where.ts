import {
  describeLast,
  describePast,
  type RollCallClock,
} from '#client/organisers/rollcall/describe-called.ts';
import { readSight } from '#client/organisers/runners/describe-last-seen.ts';
import type { Seen } from './RunnerRow.tsx';
import type { CutOffGroup } from '#shared/control/past-cut-offs.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

export interface SightContext {
  readonly clock: RollCallClock;
  /** Undefined until loaded. */
  readonly rollCall: RollCall | undefined;
  readonly cutOffs: readonly CutOffGroup[];
}

/** Says of the missing when and where they were last seen, or why nowhere, and which cut-off they are past. */
export function createSeenOf({
  clock,
  rollCall,
  cutOffs,
}: SightContext): (runner: AdminRunner) => Seen {
  const pastOf = new Map(
    cutOffs.flatMap((group) => {
      const text = describePast(group, clock);
      return group.runners.map(({ runner }) => [runner.runnerId, text] as const);
    }),
  );
  return ({ runnerId, event }) => {
    const called = rollCall?.byId.get(runnerId);
    if (!called) return { lead: '', rest: '' };
    const { sight, lastWord } = called;
    const isByReport = lastWord?.by === 'report' && lastWord.atMs >= (sight?.lastTime ?? -Infinity);
    const seen = sight && !isByReport ? readSight(sight, clock.config, clock, event) : undefined;
    const { age, where } = seen ?? describeLast(called, clock);
    const past = pastOf.get(runnerId);
    return { lead: age, rest: past === undefined ? where : `${where}; ${past}` };
  };
}
