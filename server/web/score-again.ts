import { setImmediate } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import { updateAgeGroup } from '#shared/scoring/categories.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { EventImpact, SettingsImpact } from '#shared/wire/config-api.ts';

import { FairQueue } from './single-flight-cache.ts';

/** Runners between two yields. */
const STEP = 500;

type Counts = Record<RunnerStatus, number>;
type Counted = { -readonly [Key in keyof EventImpact]: EventImpact[Key] } & {
  readonly before: Counts;
  readonly after: Counts;
};

function createImpact(): Counted {
  return {
    before: { racing: 0, finished: 0, dnf: 0 },
    after: { racing: 0, finished: 0, dnf: 0 },
    moved: 0,
  };
}

/**
 * The effect of other settings on the results, by the real scoring; changes nothing, and yields to other work. `look` is
 * called with each runner as they are and as they would be.
 */
export async function previewResults(
  race: Pick<LiveRace, 'config' | 'listRunners' | 'findScored'>,
  config: RaceConfig,
  look: (now: Runner, then: Runner) => void = () => undefined,
): Promise<SettingsImpact> {
  const before = scoringRulesOf(race.config);
  const after = scoringRulesOf(config);
  const impact = after.courses.byEvent(createImpact);
  const runnerIds = Array.from(race.listRunners(), ({ runnerId }) => runnerId);
  for (const [index, runnerId] of runnerIds.entries()) {
    if (index % STEP === STEP - 1) await setImmediate();
    const scored = race.findScored(runnerId);
    if (!scored) continue;
    const { runner, scans } = scored;
    const next = updateAgeGroup(runner, config);
    look(runner, next);
    // A distance that is removed has no results to compare: its runners are moved first.
    const ofEvent = impact[runner.event];
    if (!ofEvent) continue;
    const [was, will] = [scoreRunner(runner, scans, before), scoreRunner(next, scans, after)];
    // A DSQ has none of the three statuses, whatever the settings.
    if (was.listed && !was.isDisqualified) ofEvent.before[was.status] += 1;
    if (will.listed && !will.isDisqualified) ofEvent.after[will.status] += 1;
    if (was.listed !== will.listed || was.status !== will.status) continue;
    const isOtherTime =
      was.status === 'finished'
        ? was.totalMs !== will.totalMs
        : was.listed && was.status === 'racing' && was.startMs !== will.startMs;
    // A read at the start keeps a runner's chip time unchanged, but not the time from the gun.
    const gunMs = before.gunOf(runner);
    const isRead = gunMs !== undefined && scans.some(({ timeMs }) => timeMs >= gunMs);
    if (isOtherTime || (isRead && after.gunOf(next) !== gunMs)) ofEvent.moved += 1;
  }
  return impact;
}

/**
 * For previews that score the whole race. Further ones wait, since a press on +1 s requests another while the last is
 * being computed.
 */
export function createPreviewQueue(): FairQueue {
  return new FairQueue({ inAll: 9, perNetwork: 9 });
}
