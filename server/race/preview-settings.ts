import { setImmediate } from 'node:timers/promises';

import { byEvent } from '#shared/model/event.ts';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { SettingsImpact } from '#shared/wire/config-api.ts';

import type { LiveRace } from './live-race.ts';

/** Runners scored between two looks at what else there is to do. */
const STEP = 500;

type Counts = Record<RunnerStatus, number>;

/** What other settings would make of the results, by the very scoring that makes them; nothing is changed. */
export async function previewSettings(
  race: Pick<LiveRace, 'config' | 'listRunners' | 'findScored'>,
  config: RaceConfig,
): Promise<SettingsImpact> {
  const [before, after] = [scoringRulesOf(race.config), scoringRulesOf(config)];
  const impact = byEvent(createImpact);
  const runnerIds = Array.from(race.listRunners(), ({ runnerId }) => runnerId);
  for (const [index, runnerId] of runnerIds.entries()) {
    if (index % STEP === STEP - 1) await setImmediate();
    const scored = race.findScored(runnerId);
    if (!scored) continue;
    const { runner, scans } = scored;
    const [was, will] = [before, after].map((rules) => scoreRunner(runner, scans, rules));
    const ofEvent = impact[runner.event];
    if (was?.listed) ofEvent.before[was.status] += 1;
    if (will?.listed) ofEvent.after[will.status] += 1;
    const isFinisher = was?.status === 'finished' && will?.status === 'finished';
    if (isFinisher && was.totalMs !== will.totalMs) ofEvent.moved += 1;
  }
  return impact;
}

function createImpact(): { before: Counts; after: Counts; moved: number } {
  return {
    before: { racing: 0, finished: 0, dnf: 0 },
    after: { racing: 0, finished: 0, dnf: 0 },
    moved: 0,
  };
}
