import { describeClockError } from '#shared/model/clock-error.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import type { HealthTopic } from '#shared/wire/health-api.ts';
import type { LostRace } from '#server/race/follower.ts';

import type { NewestBackup, RedisAnswers } from './redis-answers.ts';

/** The state of an instance and the result of the last look at Redis and the backups. */
export interface Facts {
  readonly isConnected: boolean;
  readonly problem?: string | undefined;
  readonly lost?: LostRace | undefined;
  /** The race shown is too old. */
  readonly isBehind?: boolean;
  /** Or a sentence with the reason why there are none. */
  readonly redis?: RedisAnswers | string | undefined;
  /** Absent without a folder for automatic backups. */
  readonly backup?: { readonly newest: NewestBackup | undefined; readonly upMs: DurationMs };
}

export interface Finding {
  readonly id: string;
  readonly topic: HealthTopic;
  /** `/readyz` is 503. */
  readonly isFatal?: true;
  /** Only for `/readyz` and the log. */
  readonly isQuiet?: true;
  /** Public: without the names of folders and other freely chosen names. */
  readonly text: string;
}

const MB = 1_000_000;
/** A race day takes tens of megabytes, and rewriting the append-only file as much again. */
const LITTLE_BYTES = 500 * MB;
const NO_BYTES = 50 * MB;
/** Three cycles of ten minutes, each of which makes a backup or confirms the newest one. */
const LATE_MS = 35 * MINUTE_MS;

/** The problems of an instance, the worst first. */
export function runChecks(facts: Facts): readonly Finding[] {
  const { isConnected, problem, lost, isBehind, redis, backup } = facts;
  const findings: Finding[] = [];
  const add = (check: Omit<Finding, 'text'>, texts: readonly string[]): void => {
    findings.push(...texts.map((text) => ({ ...check, text })));
  };
  const database = { topic: 'database', isFatal: true } as const;
  if (!isConnected) {
    const reason = problem ? `: ${problem}` : '';
    add({ id: 'connection', ...database }, [`Redis cannot be reached${reason}.`]);
  } else if (lost) {
    add({ id: 'lost-race', ...database }, [
      `Redis was emptied while it held ${lost.runners} runners and ${lost.scans} scans. ` +
        'Bring its files back, or import the runners and replay the scanners.',
    ]);
  }
  if (isConnected && isBehind) {
    add({ id: 'following', ...database }, [
      'The race shown is out of date: this instance cannot follow the record.',
    ]);
  }
  if (typeof redis === 'string') add({ id: 'answers', ...database }, [redis]);
  if (typeof redis === 'object') {
    const { promises, state, files } = redis;
    add({ id: 'broken-promises', ...database }, promises.broken);
    add({ id: 'writing', ...database }, state.problems);
    add({ id: 'files', topic: 'disk', isFatal: true }, describeMissing(files));
    const { freeBytes = Infinity } = files ?? {};
    if (freeBytes < LITTLE_BYTES) {
      const megabytes = Math.floor(freeBytes / MB);
      add({ id: 'room', topic: 'disk', ...(freeBytes < NO_BYTES && { isFatal: true }) }, [
        `The disk of Redis has ${megabytes} MB left: make room.`,
      ]);
    }
    add({ id: 'promises', topic: 'database', isQuiet: true }, promises.neverMade);
    add({ id: 'rewriting', topic: 'database' }, state.warnings);
    if (state.aheadMs !== 0) {
      add({ id: 'own-clock', topic: 'instance' }, [
        `The clock of this server is ${describeClockError(state.aheadMs)} that of Redis: let both take their time from the network.`,
      ]);
    }
  }
  const newestMs = backup?.newest?.atMs;
  if (backup && backup.upMs >= LATE_MS && Date.now() - (newestMs ?? 0) >= LATE_MS) {
    const last =
      newestMs === undefined
        ? 'No backup is'
        : `The last backup is from ${new Date(newestMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    add({ id: 'backups', topic: 'backup' }, [
      `${last} in BACKUP_DIR: check that its disk is there and has room, and the log.`,
    ]);
  }
  return findings;
}

function describeMissing(files: RedisAnswers['files']): string[] {
  if (files?.missing === 'folder') {
    return ['The folder in which Redis keeps its data is gone: a restart would lose all new data.'];
  }
  if (files?.missing !== 'log') return [];
  return [
    'The append-only file of Redis is gone: a restart would lose all new data. Do not restart Redis: run its command BGREWRITEAOF, which writes everything to disk again from memory.',
  ];
}
