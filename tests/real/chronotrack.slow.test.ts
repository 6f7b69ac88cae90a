import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type ScannerPlace, startBuiltProgram } from '#tests/support/built-program.ts';
import { eventually } from '#tests/support/eventually.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { readStoredScans } from '#tests/support/scanner-process.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

import { countByAwk, countFigures, type Exported, listStrayBands } from './chronotrack-figures.ts';
import {
  createSettings,
  readGuns,
  type Session,
  SESSIONS,
  unpackSessions,
  writeRunners,
} from './chronotrack-race.ts';

const redis = provideRedis();
let folder: string;
/** The race with all sessions replayed in the order in which they were recorded. */
let place: ScannerPlace;
let race: Exported;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'splitcast-chronotrack-'));
  unpackSessions(folder);
  const guns = readGuns(folder);
  writeRunners(folder, guns);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(createSettings(guns)));
  place = await createRace();
  for (const session of Object.values(SESSIONS)) await replay(place, session);
  race = await exportRace(place);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A race of its own with every tag registered. */
async function createRace(): Promise<ScannerPlace> {
  const raceKey = uniqueRaceKey();
  const created = { redisUrl: redis.url, raceKey, dataDir: join(folder, raceKey) };
  await run(created, 'race', 'config', join(folder, 'config.json'));
  await run(created, 'race', 'import', join(folder, 'runners.csv'));
  return created;
}

async function replay(at: ScannerPlace, session: Session): Promise<void> {
  await run(at, 'scanner', ...scannerArgs(session));
}

function scannerArgs({ file, source, point }: Session): string[] {
  return [...matArgs({ source, point }), '--file', join(folder, file)];
}

function matArgs({ source, point }: Pick<Session, 'source' | 'point'>): string[] {
  const form = ['--format', 'chronotrack', '--zone', 'UTC', '--quiet'];
  return ['--source', source, '--point', point, ...form];
}

/** Runs a program to its end and returns its output; throws unless it succeeds. */
async function run(at: ScannerPlace, name: string, ...args: string[]): Promise<string> {
  const program = startBuiltProgram(name, args, { env: envOf(at) });
  program.endInput();
  const status = await program.exitCode;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${program.output}`);
  return program.stdout;
}

function envOf({ redisUrl, raceKey, dataDir }: ScannerPlace): Record<string, string> {
  return { REDIS_URL: redisUrl, RACE_KEY: raceKey, DATA_DIR: dataDir };
}

async function exportRace(at: ScannerPlace): Promise<Exported> {
  return JSON.parse(await run(at, 'race', 'export')) as Exported;
}

/** All results in their order, without the ids, which are new for each import. */
function digest({ results }: Exported): string {
  const lines = results.map((result) => JSON.stringify({ ...result, runnerId: '' }));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

test('[FN1 FN3 FN6 CP2 CP3] the results of a real race equal those computed by awk from the raw files', () =>
  expect(countFigures(race)).toEqual(countByAwk(folder)));

test('[MS2] the tags of the crew are unassigned', () => {
  expect(listStrayBands(race)).toEqual(['99995', '99997', '99998']);
});

test('[SC2 SN20] replaying everything again, all mats at once, changes nothing', async () => {
  const { START1, START2, FINISH1, FINISH2, '9K': nine, '19K': nineteen } = SESSIONS;
  await Promise.all([FINISH1, FINISH2, nine, nineteen].map((session) => replay(place, session)));
  await Promise.all([START2, START1].map((session) => replay(place, session)));
  const again = await exportRace(place);
  expect(again.scans).toHaveLength(race.scans.length);
  expect(digest(again)).toBe(digest(race));
});

test('[SC2 SN20] another order, and a scanner killed half-way and run again, change nothing', async () => {
  const other = await createRace();
  const { START1, START2, FINISH1, FINISH2, '9K': nine, '19K': nineteen } = SESSIONS;
  const doomed = startBuiltProgram('scanner', matArgs(FINISH1), { env: envOf(other) });
  onTestFinished(async () => void (await doomed.kill('SIGKILL')));
  // It is given the first half, so that the middle of the file cannot be missed.
  const lines = readFileSync(join(folder, FINISH1.file), 'latin1').split('\n');
  doomed.write(`${lines.slice(0, lines.length / 2).join('\n')}\n`);
  await eventually(
    async () => expect((await readStoredScans(other)).length).toBeGreaterThan(3_000),
    { intervalMs: 100 },
  );
  expect(await doomed.kill('SIGKILL')).toBeNull();
  expect((await readStoredScans(other)).length).toBeLessThan(13_000);

  for (const session of [FINISH1, nineteen, FINISH2, nine, START2, START1]) {
    await replay(other, session);
  }
  const otherRace = await exportRace(other);
  expect(otherRace.scans).toHaveLength(race.scans.length);
  expect(digest(otherRace)).toBe(digest(race));
});
