import { fileURLToPath } from 'node:url';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';

import { WEBS } from '../plan-faults.ts';
import type { RaceSite } from '../race-site.ts';
import { type RaceOptions, type RaceOutcome, runRace } from '../run-race.ts';
import { EndedByItself } from '../strike.ts';
import type { Spectator, WatchedPlan } from './plan-crowd.ts';
import { countViewers, findRises, type Rise, sampleVitals } from './vitals.ts';

/** So many are little work for a core. */
const IN_A_PROCESS = 500;

/** How often they came, how many were there at most, stopped reading, were cut off, and found nobody. */
const COUNTS = ['visits', 'most', 'stalls', 'cutOff', 'notLoaded'] as const;
type CrowdCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** What came of a race that was watched. */
export interface WatchedOutcome {
  readonly race: RaceOutcome;
  readonly crowd: CrowdCounts;
  readonly rises: readonly Rise[];
  /** Connections of spectators that instances still held when all had left. */
  readonly leftBehind: number;
}

/** Runs a race by its plan while a crowd watches it, and looks at what grew. */
export async function runWatched(
  { race, spectators }: WatchedPlan,
  options: Pick<RaceOptions, 'dropAcknowledged'>,
): Promise<WatchedOutcome> {
  let seen: Omit<WatchedOutcome, 'race'> | undefined;
  const changes = race.reads.length + race.saves.length + race.taps.length;
  const outcome = await runRace(race, {
    lying: false,
    ...options,
    watch: async (site, play) => {
      const crowd = startCrowd(site, spectators);
      const vitals = sampleVitals(site);
      try {
        await play();
      } finally {
        await leave(crowd);
      }
      const readings = await vitals.stop();
      seen = {
        crowd: countAll(crowd),
        rises: findRises(readings, changes / ((race.minutes * MINUTE_MS) / HOUR_MS)),
        leftBehind: await countLeftBehind(site),
      };
    },
  });
  if (!seen) throw new Error('Nobody watched.');
  return { race: outcome, ...seen };
}

/** From now on each comes and goes as planned, in processes of their own. */
function startCrowd({ webs }: RaceSite, spectators: readonly Spectator[]): readonly TestProcess[] {
  const path = fileURLToPath(new URL('crowd-process.mjs', import.meta.url));
  const urls = Object.fromEntries(WEBS.map((web) => [web, webs[web].url]));
  const count = Math.ceil(spectators.length / IN_A_PROCESS);
  return Array.from({ length: count }, (_, index) => {
    const child = startProcess(process.execPath, [path]);
    const some = spectators.filter((_one, place) => place % count === index);
    child.write(`${JSON.stringify({ webs: urls, spectators: some })}\n`);
    return child;
  });
}

/** All leave at once, and without a goodbye. Throws when a process of the crowd had ended before. */
async function leave(crowd: readonly TestProcess[]): Promise<void> {
  for (const child of crowd) {
    if (!child.running) throw new EndedByItself('The crowd', child);
    child.endInput();
  }
  await Promise.all(crowd.map(({ exitCode }) => exitCode));
}

/** Each process says its counts last. */
function countAll(crowd: readonly TestProcess[]): CrowdCounts {
  const all = crowd.map(({ stdout }) => JSON.parse(stdout) as CrowdCounts);
  const sum = (name: keyof CrowdCounts): number =>
    all.reduce((total, counts) => total + counts[name], 0);
  return Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as CrowdCounts;
}

/** Waits until instances have noticed that the crowd has left, those too that stood still. */
async function countLeftBehind(site: RaceSite): Promise<number> {
  const count = async (): Promise<number> => {
    const held = await Promise.all(WEBS.map((web) => countViewers(site.webs[web].url)));
    return held.reduce<number>((sum, each) => sum + (each ?? Number.NaN), -site.viewers.length);
  };
  const untilNone = async (): Promise<number> => {
    const left = await count();
    // One whose own connection was cut may not be back yet.
    if (!(left <= 0)) throw new Error(`${left} spectators have left and are still held.`);
    return 0;
  };
  return eventually(untilNone, { intervalMs: 500 }).catch(count);
}

/** Whether anything has to be mended apart from what the history says. */
export function isUnwell({ rises, leftBehind }: WatchedOutcome): boolean {
  return leftBehind > 0 || rises.some(({ rise, limit }) => rise > limit);
}

/** The crowd and the rises, as rows of the report and of the document's table. */
export function describeWatched(
  { spectators }: WatchedPlan,
  { crowd, rises, leftBehind }: WatchedOutcome,
): readonly (readonly [name: string, text: string])[] {
  const { visits, most, stalls, cutOff, notLoaded } = crowd;
  return [
    [
      'crowd',
      `${spectators.length} spectators came ${visits} times, up to ${most} at once; stopped reading ${stalls} times, were cut off ${cutOff} times, found nobody ${notLoaded} times; ${leftBehind} left behind`,
    ],
    ...rises.map(({ process, vital, begin, end, rise, limit }) => {
      const verdict = rise > limit ? 'over' : 'within';
      return [
        process,
        `${vital}: ${begin.toFixed(1)} to ${end.toFixed(1)}, rose by ${rise.toFixed(1)}, ${verdict} ${limit.toFixed(1)}`,
      ] as const;
    }),
  ];
}
