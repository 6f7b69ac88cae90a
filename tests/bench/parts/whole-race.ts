import { listLatestArrivals } from '#client/spectators/arrivals.ts';
import { RaceState } from '#server/race/race-state.ts';
import type { HeldRead } from '#shared/checks/sightings.ts';
import { suspectClocks } from '#shared/checks/suspect-clocks.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { type CompactResults, packResults, unpackResults } from '#shared/wire/compact-results.ts';

import { createField } from '../field.ts';
import { quantile } from '../measure.ts';
import type { BenchPart, BenchRow } from './part.ts';

const FIELDS = [10_000, 32_000];
const ROUNDS = 5;
/** The last reads of the race, one before each round. */
const MOST_ROUNDS = 50;
const MOST_ARRIVALS = 20;

/** (w): computations on the whole race, by the service or the page. */
export const wholeRace: BenchPart = {
  id: 'w',
  title: 'what follows from the whole race, in one go: CPU',
  async run(size) {
    const fields = size === 'smallest' ? [300] : FIELDS;
    return fields.flatMap((runners) => Array.from(measureAll(runners)));
  },
};

function* measureAll(size: number): Generator<BenchRow> {
  const { runners, scans, config } = createField(size);
  const later = scans.slice(-MOST_ROUNDS);
  const nowMs = (later.at(-1)?.timeMs ?? 0) + MINUTE_MS;
  const state = RaceState.of({ config, runners, scans: scans.slice(0, -MOST_ROUNDS) });
  const { standings } = state;
  const measure = (what: string, run: () => unknown): BenchRow => {
    const rounds = Array.from({ length: ROUNDS }, () => {
      // Invalidates what was derived before.
      state.apply(later.splice(0, 1).map((scan) => ({ op: 'add-scan', scan })));
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return { what: `${what}, ${size} runners`, value: quantile(rounds, 0.5), unit: 'ms' };
  };

  yield measure('the body of GET /api', () => JSON.stringify(presentAll(standings)));
  const pack = (): string => JSON.stringify(packResults(standings.listAll(), standings.courses));
  yield measure('the body of GET /api/compact', pack);
  const byBand = new Map(runners.map((runner) => [runner.bandId, runner]));
  const reads = scans.map((scan): HeldRead => ({
    runner: byBand.get(scan.bandId),
    scan,
    asRead: scan,
  }));
  const rules = scoringRulesOf(config);
  yield measure(`which clocks are wrong, of ${reads.length} reads`, () =>
    suspectClocks(reads, rules),
  );
  const body = pack();
  const read = (): ReturnType<typeof unpackResults> =>
    unpackResults(JSON.parse(body) as CompactResults, USUAL_COURSES);
  yield measure('a page reads GET /api/compact', read);
  const rows = read();
  yield measure('and puts everybody in order', () => {
    const page = new Standings(USUAL_COURSES);
    page.replaceAll(rows, standings.totals);
    page.listAll();
  });
  yield measure('the latest finishers, after each push', () =>
    listLatestArrivals(standings, { point: 'finish', limit: MOST_ARRIVALS }, nowMs),
  );
  const [middle] = rows.slice(rows.length / 2);
  yield measure(
    'the places of a runner whose page is open, after each push',
    () => middle && placeRunner(standings, middle),
  );
}
