import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { CACHE_DIR } from '#server/bootstrap/settings.mjs';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';

import { WEBS } from '../plan-faults.ts';
import type { RaceSite } from '../race-site.ts';
import { type RaceOptions, type RaceOutcome, runRace } from '../run-race.ts';
import { Crowd, type CrowdCounts } from './crowd.ts';
import { type Judged, judgeVitals } from './judge-vitals.ts';
import type { EndurancePlan } from './plan-endurance.ts';
import { readFigure, readFigures, VitalSampler } from './sample-vitals.ts';
import type { Reading } from './vitals.ts';

/** What came of a race that was watched: as of any other, and of the vitals. */
export interface EnduranceOutcome {
  readonly race: RaceOutcome;
  readonly crowd: CrowdCounts;
  readonly readings: readonly Reading[];
  readonly judged: readonly Judged[];
  /** Connections of spectators that instances still held when all had left, beside those who are there to the end. */
  readonly leftBehind: number;
}

/** Runs a race by its plan while a crowd watches it, and judges what was lost and what grew. */
export async function runEndurance(
  { race, spectators }: EndurancePlan,
  options: Pick<RaceOptions, 'dropAcknowledged'>,
): Promise<EnduranceOutcome> {
  let readings: readonly Reading[] = [];
  let seen: Pick<EnduranceOutcome, 'crowd' | 'leftBehind'> | undefined;
  const outcome = await runRace(race, {
    lying: false,
    ...options,
    watch: async (site, play) => {
      const crowd = await Crowd.start(site, spectators);
      const sampler = new VitalSampler(site);
      try {
        await play();
      } finally {
        await sampler.stop();
        await crowd.leave();
      }
      readings = [...sampler.readings, ...crowd.readings];
      seen = { crowd: crowd.counts, leftBehind: await countLeftBehind(site) };
    },
  });
  if (!seen) throw new Error('Nobody watched.');
  const changes = race.reads.length + race.saves.length + race.taps.length;
  const judged = judgeVitals(readings, changes / ((race.minutes * MINUTE_MS) / HOUR_MS));
  return { race: outcome, readings, judged, ...seen };
}

/** Keeps what was read in `.cache/endurance.json`, for whoever wants to draw it. */
export function keepReadings({ readings }: EnduranceOutcome): void {
  mkdirSync(CACHE_DIR, { recursive: true });
  writeFileSync(path.join(CACHE_DIR, 'endurance.json'), JSON.stringify(readings));
}

/** Whether anything has to be mended but for what the history says. */
export function isUnwell({ judged, leftBehind }: EnduranceOutcome): boolean {
  return leftBehind > 0 || judged.some(({ judgement }) => judgement === 'over');
}

/** Waits until instances have noticed that the crowd has left, those too who stood still. */
async function countLeftBehind(site: RaceSite): Promise<number> {
  const count = async (): Promise<number> => {
    const figures = await Promise.all(WEBS.map((web) => readFigures(site.webs[web].url)));
    const held = figures.map((text) => {
      if (text === undefined) throw new Error('An instance does not say whom it holds.');
      return readFigure(text, 'splitcast_viewers');
    });
    return held.reduce((sum, each) => sum + each, 0) - site.viewers.length;
  };
  const untilNone = async (): Promise<number> => {
    const left = await count();
    // One whose own connection was cut may not be back yet.
    if (left > 0) throw new Error(`${left} spectators have left and are still held.`);
    return 0;
  };
  return eventually(untilNone, { intervalMs: 500 }).catch(count);
}
