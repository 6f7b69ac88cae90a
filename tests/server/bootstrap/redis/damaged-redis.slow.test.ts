import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { connect, killServer, readUrl, startLauncher } from '../../../support/private-redis.ts';
import { createTempFolder } from '../../../support/temp-folder.ts';

const WRITES = 40;

interface Damaged {
  readonly dataDir: string;
  readonly increment: string;
  readonly base: string;
  readonly manifest: string;
}

/** A folder whose Redis has acknowledged forty writes, half of them of two fields by a script, and was killed. */
async function writeRecordOf(dataDir: string): Promise<Damaged> {
  const launcher = startLauncher(dataDir);
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

/** What was put aside. */
const listKept = ({ dataDir }: Damaged): Buffer[] => {
  const folder = join(dataDir, 'redis', 'damaged');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
};

async function readRunners(url: string): Promise<{ runners: number; version: number }> {
  const redis = await connect(url);
  return {
    runners: await redis.hLen('runners'),
    version: Number(await redis.hGet('meta', 'version')),
  };
}

test('every acknowledged write before the damage is there: zeros after it, as a power cut leaves them', async () => {
  const files = await writeRecordOf(createTempFolder());
  appendFileSync(files.increment, Buffer.alloc(4_096));
  const original = readFileSync(files.increment);
  const launcher = startLauncher(files.dataDir);
  const url = await readUrl(launcher);
  expect(await readRunners(url)).toEqual({ runners: WRITES, version: WRITES });
  expect(launcher.output).toMatch(
    /4,096 bytes at the end of appendonly\.aof\.1\.incr\.aof, from byte [\d,]+ on/,
  );
  expect(launcher.output).toMatch(
    /Everything before them is loaded\. The damaged file is kept as .*redis\/damaged\//,
  );
  expect(listKept(files)).toEqual([original]);

  // What is written from then on is there after the next start, which finds nothing to repair.
  await (await connect(url)).hSet('runners', 'late', 'Owain');
  expect(await launcher.kill('SIGTERM')).toBe(0);
  const next = startLauncher(files.dataDir);
  expect(await readRunners(await readUrl(next))).toMatchObject({ runners: WRITES + 1 });
  expect(next.output).not.toContain('damaged');
});

test('a running launcher repairs what a crash has damaged, and waits longer while it cannot', async () => {
  const files = await writeRecordOf(createTempFolder());
  const launcher = startLauncher(files.dataDir);
  const url = await readUrl(launcher);
  appendFileSync(files.increment, Buffer.alloc(4_096));
  killServer(files.dataDir);
  await launcher.waitForOutput(/4,096 bytes at the end[^]*Redis runs again/);
  expect(await readRunners(url)).toEqual({ runners: WRITES, version: WRITES });

  truncateSync(files.base, 30);
  killServer(files.dataDir);
  await launcher.waitForOutput(
    /Redis has ended [^]*starting it again in 1 s[^]*base\.rdb is damaged[^]*starting it again in 2 s[^]*starting it again in 5 s/,
  );
  expect(await launcher.kill('SIGTERM')).toBe(0);
});

test.for<[string, (files: Damaged) => void, RegExp]>([
  ['zeros', ({ manifest }) => writeFileSync(manifest, Buffer.alloc(88)), /was damaged/],
  ['cut after the base', ({ manifest }) => truncateSync(manifest, 44), /was damaged/],
  ['not there', ({ manifest }) => rmSync(manifest), /was missing/],
])('a list of files that is damaged (%s) hides no data', async ([, damage, message]) => {
  const files = await writeRecordOf(createTempFolder());
  damage(files);
  const launcher = startLauncher(files.dataDir);
  expect(await readRunners(await readUrl(launcher))).toEqual({ runners: WRITES, version: WRITES });
  expect(launcher.output).toMatch(message);
  expect(listKept(files)).toHaveLength(
    existsSync(files.manifest) && message.source.includes('damaged') ? 1 : 0,
  );
});

test('what a rewrite left behind when it was cut off is not loaded a second time', async () => {
  const files = await writeRecordOf(createTempFolder());
  renameSync(files.increment, files.increment.replace('.1.', '.2.'));
  writeFileSync(files.increment, '*3\r\n$4\r\nHDEL\r\n$7\r\nrunners\r\n$8\r\nrunner-0\r\n');
  const lines = readFileSync(files.manifest, 'utf8').replace(
    /file (\S+)1\.incr\.aof seq 1 type i/,
    'file $12.incr.aof seq 2 type i\nfile $11.incr.aof seq 1 type h',
  );
  expect(lines).toContain('type h');
  writeFileSync(files.manifest, lines);
  const launcher = startLauncher(files.dataDir);
  expect(await readRunners(await readUrl(launcher))).toEqual({ runners: WRITES, version: WRITES });
  expect(launcher.output).not.toContain('damaged');
});

test.for<[string, (files: Damaged) => void, RegExp]>([
  ['cut', ({ base }) => truncateSync(base, 30), /base\.rdb is damaged\. Nothing was changed\./],
  ['emptied', ({ base }) => truncateSync(base, 0), /base\.rdb is empty\. Nothing was changed\./],
  ['gone', ({ base }) => rmSync(base), /base\.rdb is missing\. Nothing was changed\./],
  [
    'overwritten',
    ({ base }) => writeFileSync(base, Buffer.alloc(statSync(base).size, 0xee)),
    /base\.rdb is damaged\. Nothing was changed\./,
  ],
])(
  'a base that is %s ends the start with what to do, and loses nothing',
  async ([, damage, message]) => {
    const files = await writeRecordOf(createTempFolder());
    damage(files);
    const before = readFileSync(files.increment);
    const launcher = startLauncher(files.dataDir);
    expect(await launcher.exitCode).toBe(1);
    const [what, remedy, ...more] = launcher.stderr.trim().split('\n');
    expect(what).toMatch(message);
    expect(remedy).toMatch(
      /^Put the folder .* back from a copy; or, to .*, rename .*appendonlydir and run it again\.$/,
    );
    expect(more).toEqual([]);
    expect(readFileSync(files.increment)).toEqual(before);
  },
);

test('the one file of a Redis before 7, with a snapshot in front, is repaired too', async () => {
  const made = await writeRecordOf(createTempFolder());
  const dataDir = createTempFolder();
  const dir = join(dataDir, 'redis');
  mkdirSync(dir);
  const single = Buffer.concat([
    readFileSync(made.base),
    readFileSync(made.increment),
    Buffer.alloc(4_096),
  ]);
  writeFileSync(join(dir, 'appendonly.aof'), single);
  const launcher = startLauncher(dataDir);
  expect(await readRunners(await readUrl(launcher))).toEqual({ runners: WRITES, version: WRITES });
  expect(launcher.output).toMatch(/4,096 bytes at the end of appendonly\.aof/);
  expect(listKept({ ...made, dataDir })).toEqual([single]);
});

test.for([
  { bits: 'one bit', change: 0x80, lost: 0 },
  { bits: 'two bits', change: 0x82, lost: 2 },
])(
  '$bits that flipped in the names of two commands cost $lost writes, and no start',
  async ({ change, lost }) => {
    const files = await writeRecordOf(createTempFolder());
    const bytes = readFileSync(files.increment);
    // Of a single write, and of a script, whose writes are one transaction.
    const [single, inTransaction] = ['runner-8', 'runner-21'].map((id) =>
      bytes.lastIndexOf('HSET', bytes.indexOf(`${id}\r\n`)),
    );
    for (const at of [single, inTransaction]) bytes[at ?? 0] = (bytes[at ?? 0] ?? 0) ^ change;
    writeFileSync(files.increment, bytes);
    const launcher = startLauncher(files.dataDir);
    const url = await readUrl(launcher);
    expect(await readRunners(url)).toEqual({ runners: WRITES - lost, version: WRITES - lost });
    expect(launcher.output.match(/bytes in the middle of|it is put right/g)).toHaveLength(2);
    const redis = await connect(url);
    expect(await redis.hmGet('runners', ['runner-8', 'runner-20', 'runner-21'])).toEqual([
      lost === 0 ? 'Siân 8' : null,
      'Siân 20',
      lost === 0 ? 'Siân 21' : null,
    ]);
  },
);
