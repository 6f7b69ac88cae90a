import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connect, killServer, readUrl, startLauncher } from '../../support/private-redis.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const WRITES = 40;
const BACKUPS = [
  'splitcast-other-2026-06-20T11-30-05.120Z-abcdef12-40.backup.gz',
  'splitcast-race-2026-06-20T11-40-05.120Z-abcdef12-52.backup.gz',
  'splitcast-zz-2026-06-19T23-00-05.120Z-abcdef12-90.backup.gz',
  // Made earlier, by a clock that was fast.
  'splitcast-race-2026-06-20T11-50-05.120Z-abcdef12-51.backup.gz',
];

interface Damaged {
  readonly dataDir: string;
  readonly increment: string;
  readonly base: string;
  readonly manifest: string;
}

/** A folder whose Redis acknowledged forty writes, half of them by scripts, and was killed. */
async function writeRecord(): Promise<Damaged> {
  const dataDir = createTempFolder();
  mkdirSync(join(dataDir, 'backups'));
  for (const name of BACKUPS) writeFileSync(join(dataDir, 'backups', name), '');
  const launcher = start(dataDir);
  const redis = await connect(await readUrl(launcher));
  for (let n = 0; n < WRITES; n += 2) {
    await redis.hSet('runners', `runner-${n}`, `Siân ${n}`);
    await redis.eval(
      `redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) redis.call('HINCRBY', KEYS[2], 'version', 2)`,
      { keys: ['runners', 'meta'], arguments: [`runner-${n + 1}`, `Siân ${n + 1}`] },
    );
  }
  redis.destroy();
  await launcher.kill('SIGKILL');
  killServer(dataDir);
  const folder = join(dataDir, 'redis', 'appendonlydir');
  return {
    dataDir,
    increment: join(folder, 'appendonly.aof.1.incr.aof'),
    base: join(folder, 'appendonly.aof.1.base.rdb'),
    manifest: join(folder, 'appendonly.aof.manifest'),
  };
}

function start(dataDir: string) {
  return startLauncher(dataDir, { BACKUP_DIR: join(dataDir, 'backups') });
}

/** The files kept aside. */
function listKept({ dataDir }: Damaged): Buffer[] {
  const folder = join(dataDir, 'redis', 'damaged');
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true });
  return paths
    .filter((path) => path.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
}

async function readRunners(url: string): Promise<{ runners: number; version: number }> {
  const redis = await connect(url);
  return {
    runners: await redis.hLen('runners'),
    version: Number(await redis.hGet('meta', 'version')),
  };
}

const HALF_A_COMMAND = '*3\r\n$4\r\nHSET\r\n$7\r\nrunn';

test.for<[string, Buffer]>([
  ['half a command', Buffer.from(HALF_A_COMMAND)],
  ['half a command and zeros', Buffer.concat([Buffer.from(HALF_A_COMMAND), Buffer.alloc(4_096)])],
])('[CM20] everything before a torn tail is loaded: %s', async ([, tail]) => {
  const files = await writeRecord();
  appendFileSync(files.increment, tail);
  const original = readFileSync(files.increment);
  const launcher = start(files.dataDir);
  const url = await readUrl(launcher);
  expect(await readRunners(url)).toEqual({ runners: WRITES, version: WRITES });
  expect(launcher.output).toMatch(
    new RegExp(
      `incr\\.aof was torn, .* its last ${tail.length.toLocaleString('en-GB')} bytes are left out\\. .* kept in .*redis/damaged/`,
    ),
  );
  expect(launcher.output).not.toContain('restore');
  expect(listKept(files)).toEqual([original]);

  // The next start has later writes, and finds no torn tail.
  await (await connect(url)).hSet('runners', 'late', 'Owain');
  expect(await launcher.kill('SIGTERM')).toBe(0);
  const next = start(files.dataDir);
  expect(await readRunners(await readUrl(next))).toMatchObject({ runners: WRITES + 1 });
  expect(next.output).not.toContain('torn');
});

test('[CM20] if the dropped tail has whole changes the newest backup is named', async () => {
  const files = await writeRecord();
  const bytes = readFileSync(files.increment);
  // A length beyond the end of the file, before the last five scripts.
  const at = bytes.lastIndexOf('$9\r\nrunner-30') + 1;
  const longer = Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from('99999'),
    bytes.subarray(at + 1),
  ]);
  writeFileSync(files.increment, longer);
  const launcher = start(files.dataDir);
  expect(await readRunners(await readUrl(launcher))).toEqual({ runners: 30, version: 30 });
  expect(launcher.output).toMatch(/Up to 5 changes were in it: check the last saves\./);
  expect(launcher.output).toContain(
    `npm run restore -- '${files.dataDir}/backups/${BACKUPS[1]}' --replace race`,
  );
  expect(listKept(files)).toEqual([longer]);
});

const DAMAGE: readonly [string, (files: Damaged) => void, RegExp][] = [
  ['a truncated base', ({ base }) => truncateSync(base, 30), /: .*RDB.*/],
  ['an empty base', ({ base }) => truncateSync(base, 0), /base\.rdb is missing or empty/],
  [
    'a damaged command in the middle',
    ({ increment }) => {
      const bytes = readFileSync(increment);
      bytes[bytes.indexOf('$9\r\nrunner-20')] = 0x64;
      writeFileSync(increment, bytes);
    },
    /Bad file format reading the append only file \S+\. Nothing was changed\.$/,
  ],
  [
    'a truncated manifest',
    ({ manifest }) => truncateSync(manifest, 44),
    /the list of its files, .*manifest, is damaged/,
  ],
];

test.for(DAMAGE)(
  '[CM20] %s ends the start without a change, and the message explains how to restore the newest backup',
  async ([, damage, message]) => {
    const files = await writeRecord();
    damage(files);
    const folder = join(files.dataDir, 'redis', 'appendonlydir');
    const read = () =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')]);
    const before = read();
    const launcher = start(files.dataDir);
    expect(await launcher.exitCode).toBe(1);
    expect(read()).toEqual(before);
    const [what, remedy = '', ...more] = launcher.stderr.trim().split('\n');
    expect(what).toMatch(/^Redis cannot load its data: .* Nothing was changed\.$/);
    expect(what).toMatch(message);
    expect(more).toEqual([]);
    const newest = join(files.dataDir, 'backups', BACKUPS[1] ?? '');
    const [, said, move = '', restore] = /^(.*): (mkdir .*) && (npm .*)$/.exec(remedy) ?? [];
    expect(said).toBe('The newest backup is of 2026-06-20 11:40 UTC. To go back to it');
    expect(restore).toBe(`npm run restore -- '${newest}' --replace race`);

    // After the first step of the advice an empty Redis starts.
    expect(spawnSync('sh', ['-c', move]).status).toBe(0);
    const next = start(files.dataDir);
    expect(await readRunners(await readUrl(next))).toEqual({ runners: 0, version: 0 });
  },
);

test('[CM20] a running launcher restarts Redis without a torn tail, and names the remedy for other damage at each try', async () => {
  const files = await writeRecord();
  const launcher = start(files.dataDir);
  const url = await readUrl(launcher);
  appendFileSync(files.increment, Buffer.alloc(4_096));
  killServer(files.dataDir);
  await launcher.waitForOutput(/last 4,096 bytes are left out[^]*Redis runs again/);
  expect(await readRunners(url)).toEqual({ runners: WRITES, version: WRITES });

  truncateSync(files.base, 30);
  killServer(files.dataDir);
  await launcher.waitForOutput(
    /starting it again in 1 s[^]*npm run restore[^]*cannot load its data[^]*starting it again in 2 s[^]*starting it again in 5 s/,
  );
  expect(await launcher.kill('SIGTERM')).toBe(0);
});

test('[CM20] files left by an interrupted rewrite are not loaded', async () => {
  const files = await writeRecord();
  const second = files.increment.replace('.1.', '.2.');
  writeFileSync(second, readFileSync(files.increment));
  writeFileSync(files.increment, '*3\r\n$4\r\nHDEL\r\n$7\r\nrunners\r\n$8\r\nrunner-0\r\n');
  const lines = readFileSync(files.manifest, 'utf8').replace(
    /file (\S+)1\.incr\.aof seq 1 type i/,
    'file $12.incr.aof seq 2 type i\nfile $11.incr.aof seq 1 type h',
  );
  expect(lines).toContain('type h');
  writeFileSync(files.manifest, lines);
  const launcher = start(files.dataDir);
  expect(await readRunners(await readUrl(launcher))).toEqual({ runners: WRITES, version: WRITES });
});
