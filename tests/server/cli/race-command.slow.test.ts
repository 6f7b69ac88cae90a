import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { runRaceCommand } from '#server/cli/race-command.ts';
import { loadTemplate } from '#shared/templates/templates.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type Ran, runInProcess } from '#tests/support/run-in-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

const redis = provideRedis();
let raceKey: string;

beforeEach(() => {
  raceKey = uniqueRaceKey();
});

async function race(args: readonly string[], redisUrl = redis.url): Promise<Ran> {
  return runInProcess((stdout) => runRaceCommand(args, stdout), {
    REDIS_URL: redisUrl,
    RACE_KEY: raceKey,
  });
}

/** A temporary file whose name has a blank and an accent. */
function createFile(content: string): string {
  const path = join(createTempFolder(), 'rhedwyr ŵ.csv');
  writeFileSync(path, content);
  return path;
}

interface Exported {
  readonly config: object;
  readonly runners: readonly object[];
}

async function exportRace(): Promise<Exported> {
  const { status, stdout } = await race(['export']);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Exported;
}

const TWO_RUNNERS = 'First;Last;Event;Band;Shirt\nSiân;O’Brien;Half;0104;L\nŁukasz;Ó;UB;105;M\n';

test('[CM13 IM40] import registers the runners of a file, and --merge adds late entries and leaves the others', async () => {
  const first = await race(['import', createFile(TWO_RUNNERS)]);
  expect(first.stdout).toBe(
    'Imported 2 runners.\nColumns not used: "Shirt".\n' +
      'No column was recognised for: bib, category, sex.\n' +
      '2 runners are without a sex, and so in no ranking of women or men.\n',
  );
  const late = createFile('First,Last,Event,Bib,Band\nNia,Puw,Half,9,900\n');
  const { status, stdout } = await race(['import', late, '--merge']);
  expect(stdout).toContain('Added 1 runner and changed 0.\n');
  expect(stdout).toMatch(/What was there before is kept as backup [\da-f-]{36}\.\n$/);
  expect(status).toBe(0);
  const { runners } = await exportRace();
  expect(runners).toHaveLength(3);
  expect(runners).toContainEqual(
    expect.objectContaining({ firstName: 'Siân', event: 'BB', bandId: '104', rev: 1 }),
  );
  const clash = createFile('First,Last,Event,Bib,Band\nMai,Huws,Half,10,900\n');
  expect(await race(['import', clash, '--merge'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      'Line 2: The wristband 900 already belongs to Nia Puw',
    ) as string,
  });
  const unclear = createFile('First,Last,Event,Race number\nMai,Huws,Half,10\n');
  expect((await race(['import', unclear])).stderr).toMatch(
    /choose which\.\nCorrect the file, or make the choices on the screen Import\.\n$/,
  );
  expect((await exportRace()).runners).toHaveLength(3);
});

test('[CM13] an import that loses bands already handed out needs --yes on a terminal', async () => {
  await race(['import', createFile(TWO_RUNNERS)]);
  const again = await race(['import', createFile(TWO_RUNNERS.replaceAll('10', '20'))]);
  expect(again.stdout).toContain('Before: 2 runners, 0 scans, kept as backup ');
  const { isTTY } = process.stdin;
  onTestFinished(() => void (process.stdin.isTTY = isTTY));
  process.stdin.isTTY = true;
  const other = createFile('First,Last,Event\nNia,Puw,Half\n');
  expect(await race(['import', other])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Nothing was changed\. .* 2 wristbands already/) as string,
  });
  expect((await exportRace()).runners).toHaveLength(2);
  expect(await race(['import', other, '--yes'])).toMatchObject({ status: 0, stderr: '' });
  expect((await exportRace()).runners).toHaveLength(1);
});

test('[CM13] config saves settings', async () => {
  const { status, stdout } = await race([
    'config',
    createFile('{"pageTitle":"Ras Beca","raceStart":"2026-06-20-10-00-00","closed":false}'),
  ]);
  expect(stdout).toBe('Saved.\n');
  expect(status).toBe(0);
  expect(await exportRace()).toMatchObject({ config: { pageTitle: 'Ras Beca' } });
});

test('[CM14] nothing that a file holds acts on the terminal', async () => {
  const faulty = await race(['config', createFile('{"\u009b31m":1}')]);
  const broken = await race(['config', createFile('[\u009b31m')]);
  const odd = await race([
    'import',
    createFile('Fi\u009b31mrst,Last\u202e,Event\nA,B,\u009b31m\n'),
  ]);
  const loose = await race(['import', createFile('First,Last,Event,"Odd\u009b\u202e"\nA,B,PB,\n')]);
  for (const { stdout, stderr } of [faulty, broken, odd, loose]) {
    expect(stdout + stderr).toMatch(/\\u009b/);
    expect(stdout + stderr).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/);
  }
  expect(loose.stdout).toContain(String.raw`Columns not used: "Odd\u009b\u202e"`);
});

test.each([
  [[], 2, /^Usage:/],
  [['improt'], 2, /^There is no command "improt"\.\n\nUsage:/],
  [['import', 'a', 'b'], 2, /^import takes one file/],
  [['import', '--force', 'a'], 2, /^Unknown option '--force'/],
  [['config', '--merge', 'a'], 2, /^config does not take --merge/],
  [['backup', 'a', 'b'], 2, /^backup takes one folder/],
  [['import', 'no-such.csv'], 1, /^no-such\.csv cannot be read: there is no such file\.\n$/],
  [['config', 'README.md'], 1, /^README\.md is not JSON: /],
  [['import', 'tests'], 1, /^tests cannot be read: that is a folder, not a file\.\n$/],
])('[CM14] race %j ends with %i and the reason', async (args, status, message) => {
  const ran = await race(args);
  expect(ran.stderr).toMatch(message);
  expect(ran).toMatchObject({ status, stdout: '' });
});

test('[CM13] clear-subscriptions deletes all subscriptions, and prints their number', async () => {
  const store = await openStore({ url: redis.url, raceKey });
  const record = { p256dh: 'B', auth: 'a', language: 'en', runners: ['r'], clubs: [] };
  for (const name of ['a', 'b']) await store.push.put({ ...record, endpoint: name });
  expect(await race(['clear-subscriptions'])).toMatchObject({
    status: 0,
    stdout: 'Subscriptions forgotten: 2\n',
  });
  expect((await race(['clear-subscriptions'])).stdout).toBe('Subscriptions forgotten: 0\n');
  expect((await race(['clear-subscriptions', 'x'])).status).toBe(2);
});

test('[CM14] --help lists all commands, and the process ends with the status', async () => {
  const help = startBuiltProgram('race', ['--help']);
  expect(await help.exitCode).toBe(0);
  expect(help.stdout).toMatch(/import .*--yes[^]*config [^]*export /);
  expect(await startBuiltProgram('race', ['improt']).exitCode).toBe(2);
});

test('a Redis that does not answer is named, not waited for', async () => {
  const { status, stderr } = await race(['export'], 'redis://127.0.0.1:1');
  expect(stderr).toMatch(/^Redis at 127\.0\.0\.1:1 does not answer\..*REDIS_URL/);
  expect(status).toBe(1);
});

test('[CM13] the setup of a race is saved from a file, and saving the written one changes nothing', async () => {
  const relay = await loadTemplate('relay');
  const saved = await race(['setup', createFile(JSON.stringify(relay))]);
  expect(saved).toMatchObject({ status: 0 });
  expect(saved.stdout).toContain('First leg, Second leg, Third leg (5 points, 4 categories)');
  const written = await race(['setup']);
  expect(JSON.parse(written.stdout)).toEqual(relay);
  const before = await exportRace();
  expect(await race(['setup', createFile(written.stdout)])).toMatchObject({ status: 0 });
  expect(await exportRace()).toEqual(before);
});

test('[CM13] a fault of a setup is named with its place, and nothing changes', async () => {
  await race(['import', createFile(TWO_RUNNERS)]);
  const before = await exportRace();
  const relay = await loadTemplate('relay');
  const spoilt = await race(['setup', createFile(JSON.stringify({ ...relay, points: [] }))]);
  expect(spoilt.status).toBe(1);
  expect(spoilt.stderr).toContain('points: This needs 2 at least');
  const entered = await race(['setup', createFile(JSON.stringify(relay))]);
  expect(entered.status).toBe(1);
  expect(entered.stderr).toMatch(/Runners are entered for the distance (BB|UB)\./);
  expect(await exportRace()).toEqual(before);
  expect((await race(['setup', 'one.json', 'two.json'])).status).toBe(2);
});
