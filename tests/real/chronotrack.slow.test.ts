import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Result } from '#shared/model/result.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import { judgeForecasts, replayForecasts } from '#tests/forecast/support/replay.ts';
import { type ScannerPlace, startBuiltProgram } from '#tests/support/built-program.ts';
import { eventually } from '#tests/support/eventually.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { readStoredScans } from '#tests/support/scanner-process.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

import {
  createSettings,
  readGuns,
  type Session,
  SESSIONS,
  unpackSessions,
  writeRunners,
} from './chronotrack-race.ts';

/** The output of `npm run race -- export`. */
interface Exported {
  readonly runners: readonly Runner[];
  readonly scans: readonly StoredScan[];
  readonly results: readonly Result[];
}

const redis = provideRedis();
let folder: string;
let place: ScannerPlace;
let race: Exported;

// A hook for each step, since the limit of a hook is for one that hangs, and these run ten processes.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'splitcast-chronotrack-'));
  unpackSessions(folder);
  const guns = readGuns(folder);
  writeRunners(folder, guns);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(createSettings(guns)));
  const raceKey = uniqueRaceKey();
  place = { redisUrl: redis.url, raceKey, dataDir: join(folder, raceKey) };
  await run('race', 'config', join(folder, 'config.json'));
  await run('race', 'import', join(folder, 'runners.csv'));
});
const { START1, START2, FINISH1, FINISH2, '9K': NINE, '19K': NINETEEN } = SESSIONS;
beforeAll(() => killHalfWay(FINISH1));
beforeAll(async () => {
  await Promise.all([FINISH1, FINISH2, NINE, NINETEEN].map(replay));
});
for (const session of [START2, START1, FINISH1]) {
  beforeAll(async () => {
    await replay(session);
  });
}
beforeAll(async () => {
  race = JSON.parse(await run('race', 'export')) as Exported;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const replay = (session: Session): Promise<string> =>
  run('scanner', ...matArgs(session), '--file', join(folder, session.file));

/** It is given the first half, so that the middle of the file cannot be missed. */
async function killHalfWay(session: Session): Promise<void> {
  const doomed = startBuiltProgram('scanner', matArgs(session), { env: envOf(place) });
  try {
    const lines = readFileSync(join(folder, session.file), 'latin1').split('\n');
    doomed.write(`${lines.slice(0, lines.length / 2).join('\n')}\n`);
    await eventually(
      async () => expect((await readStoredScans(place)).length).toBeGreaterThan(3_000),
      { intervalMs: 100 },
    );
  } finally {
    await doomed.kill('SIGKILL');
  }
  expect((await readStoredScans(place)).length).toBeLessThan(13_000);
}

function matArgs({ source, point }: Session): string[] {
  const form = ['--format', 'chronotrack', '--zone', 'UTC', '--quiet'];
  return ['--source', source, '--point', point, ...form];
}

/** Runs a program to its end and returns its output; throws unless it succeeds. */
async function run(name: string, ...args: string[]): Promise<string> {
  const program = startBuiltProgram(name, args, { env: envOf(place) });
  program.endInput();
  const status = await program.exitCode;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${program.output}`);
  return program.stdout;
}

function envOf({ redisUrl, raceKey, dataDir }: ScannerPlace): Record<string, string> {
  return { REDIS_URL: redisUrl, RACE_KEY: raceKey, DATA_DIR: dataDir };
}

/** Figures of the results, by name. */
function countFigures({ runners, scans, results }: Exported): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const event of ['BB', 'PB', 'UB']) {
    const listed = results.filter((result) => result.events === event);
    const finished = listed.filter(({ status }) => status === 'finished');
    figures[`${event}.entered`] = runners.filter((runner) => runner.event === event).length;
    figures[`${event}.listed`] = listed.length;
    figures[`${event}.finished`] = finished.length;
    figures[`${event}.totalMs`] = sum(finished.map(({ totalMs }) => totalMs));
  }
  const passed = (isFinisher: boolean, with9K: boolean, with19K: boolean): number =>
    results.filter(
      ({ status, splitsMs: [at9K, at19K] }) =>
        (status === 'finished') === isFinisher &&
        (at9K !== null) === with9K &&
        (at19K !== null) === with19K,
    ).length;
  const held = new Set(runners.flatMap(bandsOf));
  return {
    ...figures,
    finishedWithBoth: passed(true, true, true),
    finishedWithout9K: passed(true, false, true),
    finishedWithout19K: passed(true, true, false),
    lastSeenOnTheWay:
      passed(false, true, true) + passed(false, true, false) + passed(false, false, true),
    splitsMs: sum(results.flatMap(({ splitsMs }) => splitsMs)),
    crew: new Set(scans.flatMap(({ bandId }) => (held.has(bandId) ? [] : [bandId]))).size,
    stored: scans.length,
  };
}

/** The same figures by a few lines of awk over the controllers' files in a folder. */
function countByAwk(folder: string): Record<string, number> {
  const script = fileURLToPath(new URL('chronotrack.awk', import.meta.url));
  const files = ['at=marks', 'FINISH1.mrk', 'at=9K', '9K.csv', 'at=19K', '19K.csv', 'at=mat'];
  const output = execFileSync('awk', ['-f', script, ...files, 'FINISH1.csv', 'FINISH2.csv'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const figures = output
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return Object.fromEntries(figures.map(([name, value]) => [name, Number(value)]));
}

function sum(times: readonly (number | null)[]): number {
  return times.reduce<number>((whole, time) => whole + (time ?? 0), 0);
}

test('[FN1 FN3 FN6 CP2 CP3 SC2 SN20] a real race, by mats at once, a killed scanner and repeated files, has the results that awk computes', () =>
  expect(countFigures(race)).toEqual(countByAwk(folder)));

test('[XP5] of a real race with one gun times are expected within stated bounds', () => {
  const asked = { moments: 20, passings: 20 };
  const { said, covered, relativeError } = judgeForecasts(
    replayForecasts(race.results, 'PB', asked),
  );
  // Nobody is far ahead: when most pass a point, too few are through at the next.
  expect(said).toBeGreaterThan(0.15);
  expect(relativeError).toBeLessThan(0.08);
  expect(covered).toBeGreaterThan(0.7);
});
