import { RaceState } from '#server/race/race-state.ts';
import { attributeScans } from '#shared/scoring/attribute-scans.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';

import type { KnownRace } from './boston-race.ts';
import type { BenchRow } from './parts/part.ts';

/**
 * Brings a real field in scan by scan and compares the places that come out
 * with those of the official times. Throws at the first that differs.
 */
export function benchBoston(race: KnownRace): BenchRow[] {
  const { config, runners, scans } = race;
  const state = RaceState.of({ config, runners, scans: [] });
  const quarter = Math.floor(scans.length / 4);
  const quarterMs: number[] = [];
  for (let from = 0; from < scans.length; from += quarter) {
    const startedMs = performance.now();
    for (const scan of scans.slice(from, from + quarter)) state.apply([{ op: 'add-scan', scan }]);
    quarterMs.push(performance.now() - startedMs);
  }

  checkPlaces(state, race);
  const startedMs = performance.now();
  const atOnce = scoreRace(runners, scans, config);
  const wholeMs = performance.now() - startedMs;
  if (JSON.stringify(atOnce) !== JSON.stringify(state.standings.presentAll())) {
    throw new Error('Scored at once, the race comes out differently than scan by scan.');
  }
  const wholeCostMs = quarterMs.reduce((sum, ms) => sum + ms, 0);
  const [firstMs = Number.NaN, , , lastMs = Number.NaN] = quarterMs;
  return [
    {
      bench: `Boston, ${runners.length} runners, in the official order`,
      ratio: 'a scan in the last quarter / in the first',
      value: lastMs / firstMs,
      figures: {
        scans: scans.length,
        'scans/s': Math.round((scans.length * 1_000) / wholeCostMs),
        'ms all at once': wholeMs.toFixed(0),
        ...countVerdicts(race),
      },
    },
  ];
}

/** Places by official minutes as the file spells them: one more than the number of smaller ones. */
function checkPlaces({ standings }: RaceState, { officialMinutes }: KnownRace): void {
  const order = [...officialMinutes.values()].toSorted((a, b) => a - b);
  const placeOf = new Map<number, number>();
  for (const [index, minutes] of order.entries()) {
    if (!placeOf.has(minutes)) placeOf.set(minutes, index + 1);
  }
  for (const [runnerId, minutes] of officialMinutes) {
    const place = standings.placeOf(runnerId);
    const official = placeOf.get(minutes);
    if (place === null || place !== official) {
      throw new Error(`${runnerId} is at place ${place}, but officially at ${official}.`);
    }
  }
}

/** How many scans have which verdict. */
function countVerdicts({ config, runners, scans }: KnownRace): Record<string, number> {
  const rules = scoringRulesOf(config);
  const { byRunner } = attributeScans(runners, scans);
  const counts: Record<string, number> = {};
  for (const runner of runners) {
    const { verdicts } = scoreRunner(runner, byRunner.get(runner.runnerId) ?? [], rules);
    for (const verdict of verdicts.values()) counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}
