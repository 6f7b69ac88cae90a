import { describeClockError } from '#shared/model/clock-error.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { HealthTopic } from '#shared/wire/health-api.ts';
import type { LostRace } from '#server/race/follower.ts';

import type { NewestBackup, RedisAnswers } from './redis-answers.ts';

/** The state of an instance and the findings of the last check. */
export interface Facts {
  readonly isConnected: boolean;
  readonly problem?: string | undefined;
  readonly lost?: LostRace | undefined;
  /** The race shown is older than it may be. */
  readonly isBehind?: boolean;
  /** Or a sentence that says why there are none. */
  readonly redis?: RedisAnswers | string | undefined;
  /** Absent where no folder for automatic backups is set. */
  readonly backup?: {
    readonly folder: string;
    readonly newest: NewestBackup | undefined;
    readonly upMs: DurationMs;
  };
}

/** A sentence. The public form names no folder, which may be somebody's home, and no freely chosen name. */
export interface Finding {
  readonly text: string;
  readonly publicText: string;
}

interface Check {
  readonly id: string;
  readonly topic: HealthTopic;
  /** While it finds something, `/readyz` is 503. */
  readonly isFatal?: boolean;
  /** For `/readyz` and the log alone: a notice says it to organisers, or it was so from the start. */
  readonly isQuiet?: boolean;
  /** Finds sentences: the same for everybody, or with a public form. */
  readonly run: (facts: Facts) => readonly (string | Finding)[];
}

const MB = 1_000_000;
/** A day of a race is some tens of megabytes, and rewriting the log takes as much again. */
const LITTLE_BYTES = 500 * MB;
const NO_BYTES = 50 * MB;
/** Three cycles of ten minutes, each of which makes a backup or confirms the newest one. */
const LATE_MS = 35 * MINUTE_MS;

/** Everything that an instance is checked for, the worst first. */
const CHECKS: readonly Check[] = [
  {
    id: 'connection',
    topic: 'database',
    isFatal: true,
    run: ({ isConnected, problem }) =>
      isConnected ? [] : [`Redis cannot be reached${problem ? `: ${problem}` : ''}.`],
  },
  {
    id: 'lost-race',
    topic: 'database',
    isFatal: true,
    run: ({ lost, isConnected }) =>
      lost && isConnected
        ? [
            `Redis was emptied while it held ${lost.runners} runners and ${lost.scans} scans. ` +
              'Bring its files back, or import the runners and replay the scanners.',
          ]
        : [],
  },
  {
    id: 'following',
    topic: 'database',
    isFatal: true,
    run: ({ isBehind, isConnected }) =>
      isBehind && isConnected
        ? ['What is shown is no longer what the record holds: it cannot be followed.']
        : [],
  },
  {
    id: 'answers',
    topic: 'database',
    isFatal: true,
    run: ({ redis }) => (typeof redis === 'string' ? [redis] : []),
  },
  {
    id: 'broken-promises',
    topic: 'database',
    isFatal: true,
    run: withRedis(({ promises }) => promises.broken),
  },
  {
    id: 'writing',
    topic: 'database',
    isFatal: true,
    run: withRedis(({ state }) => state.problems),
  },
  {
    id: 'files',
    topic: 'disk',
    isFatal: true,
    run: withRedis(({ files }) => {
      if (files?.missing === 'folder') return [withName(describeNoFolder, ` ${files.folder}`, '')];
      return files?.missing === 'log'
        ? [withName(describeNoLog, ` ${files.log}`, ' of Redis')]
        : [];
    }),
  },
  {
    id: 'full-disk',
    topic: 'disk',
    isFatal: true,
    run: withRedis(({ files }) => findLittleRoom(files, 0, NO_BYTES)),
  },
  {
    id: 'promises',
    topic: 'database',
    isQuiet: true,
    run: withRedis(({ promises }) => promises.neverMade),
  },
  { id: 'rewriting', topic: 'database', run: withRedis(({ state }) => state.warnings) },
  {
    id: 'filling-disk',
    topic: 'disk',
    run: withRedis(({ files }) => findLittleRoom(files, NO_BYTES, LITTLE_BYTES)),
  },
  {
    id: 'own-clock',
    topic: 'instances',
    run: withRedis(({ state: { aheadMs } }) =>
      aheadMs === 0
        ? []
        : [
            `The clock of this server is ${describeClockError(aheadMs)} that of Redis: let both take their time from the network.`,
          ],
    ),
  },
  {
    id: 'scanner-clocks',
    topic: 'sources',
    isQuiet: true,
    run: withRedis(({ clocks }) =>
      clocks.map(({ source, aheadMs }) =>
        withName(
          (scanner) => `The clock at ${scanner} is ${describeClockError(aheadMs)} that of Redis.`,
          `the scanner ${source}`,
          'a scanner',
        ),
      ),
    ),
  },
  {
    id: 'silent-scanners',
    topic: 'sources',
    isQuiet: true,
    run: withRedis(({ silent }) =>
      silent.map(({ source, atMs }) =>
        withName(
          (scanner) =>
            `${scanner} was last heard at ${new Date(atMs).toISOString()} and did not end.`,
          `The scanner ${source}`,
          'A scanner',
        ),
      ),
    ),
  },
  {
    id: 'backups',
    topic: 'backup',
    run: ({ backup }) => {
      if (!backup || backup.upMs < LATE_MS) return [];
      const { folder, newest } = backup;
      if (newest && Date.now() - newest.atMs < LATE_MS) return [];
      const last = newest ? `The last backup is from ${formatMinute(newest.atMs)}` : 'No backup is';
      return [
        withName(
          (place) => `${last} in ${place}: check that its disk is there and has room, and the log.`,
          folder,
          'BACKUP_DIR',
        ),
      ];
    },
  },
];

export interface CheckedFinding extends Finding, Omit<Check, 'run'> {}

export function runChecks(facts: Facts): readonly CheckedFinding[] {
  return CHECKS.flatMap(({ run, ...check }) =>
    run(facts).map((found) => {
      const { text, publicText } =
        typeof found === 'string' ? { text: found, publicText: found } : found;
      return Object.assign({ text, publicText }, check);
    }),
  );
}

/** A check of the answers of Redis, which finds nothing where there are none. */
function withRedis(run: (answers: RedisAnswers) => readonly (string | Finding)[]): Check['run'] {
  return ({ redis }) => (typeof redis === 'object' ? run(redis) : []);
}

function withName(describe: (name: string) => string, name: string, publicName: string): Finding {
  return { text: describe(name), publicText: describe(publicName) };
}

function describeNoFolder(named: string): string {
  return `The folder${named} in which Redis keeps its data is gone: a restart would lose what it takes from now on.`;
}

function describeNoLog(named: string): string {
  return `The append-only file${named} is gone: a restart would lose what Redis takes from now on. Do not restart Redis: run its command BGREWRITEAOF, which writes everything to disk again from memory.`;
}

function findLittleRoom(
  files: RedisAnswers['files'],
  fromBytes: number,
  toBytes: number,
): Finding[] {
  const { folder = '', freeBytes = Infinity } = files ?? {};
  if (freeBytes < fromBytes || freeBytes >= toBytes) return [];
  const left = `The disk of Redis has ${Math.floor(freeBytes / MB)} MB left`;
  return [withName((named) => `${left}${named}: make room.`, ` (${folder})`, '')];
}

function formatMinute(ms: EpochMs): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
