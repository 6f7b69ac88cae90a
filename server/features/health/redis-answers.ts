import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import type { RaceStore } from '#server/store/race-store.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import type { RedisFiles, RedisState } from '#server/store/record-upkeep.ts';
import type { ScannerNote } from '#server/store/notes.ts';
import { codeOf } from '#server/system/errors.mjs';
import { inTime, TooLateError } from '#server/system/in-time.ts';
import { type DurationMs, SECOND_MS, type EpochMs } from '#shared/model/time.ts';

/** A slower Redis is too slow to save to. */
const ANSWER_MS = 2 * SECOND_MS;
const TOO_LATE = `Redis does not answer within ${ANSWER_MS / SECOND_MS} seconds.`;

/** The answers of a Redis that accepted a test write. */
export interface RedisAnswers {
  readonly state: RedisState;
  /** Insufficient durability: since the first check, and new. */
  readonly promises: { readonly neverMade: readonly string[]; readonly broken: readonly string[] };
  /** Undefined for a Redis on another host, or without files. */
  readonly files: FoundFiles | undefined;
  /** Wrong clocks of running scanners. */
  readonly clocks: readonly { readonly source: string; readonly aheadMs: DurationMs }[];
  readonly scanners: readonly ScannerNote[];
  readonly silent: readonly ScannerNote[];
  readonly pushSubscriptions: number;
}

export interface RedisQuestionsParts {
  readonly store: RaceStore;
  /** Redis runs on this host, so its disk can be checked. */
  readonly isRedisHere: boolean;
}

/** Asks Redis for its state, and reads the notes of the scanners. */
export class RedisQuestions {
  readonly #parts: RedisQuestionsParts;
  readonly #sourceSilentMs: DurationMs;
  #neverMade: ReadonlySet<string> | undefined;
  /** The start of uninterrupted answers: after an outage scanners reconnect later than this instance. */
  #reachedMs: number | undefined;

  constructor(parts: RedisQuestionsParts, sourceSilentMs: DurationMs) {
    this.#parts = parts;
    this.#sourceSilentMs = sourceSilentMs;
  }

  /** Ends within seconds and never rejects. A string is the reason for no answers; undefined without a connection. */
  async ask(): Promise<RedisAnswers | string | undefined> {
    const answers = await inTime(this.#ask(), ANSWER_MS, TOO_LATE).catch((error: unknown) => {
      if (error instanceof TooLateError) return error.message;
      const { reason = 'cannot be used' } = explainUnavailable(error) ?? {};
      return `The race record ${reason}.`;
    });
    this.#reachedMs =
      typeof answers === 'object' ? (this.#reachedMs ?? performance.now()) : undefined;
    return answers;
  }

  async #ask(): Promise<RedisAnswers | undefined> {
    const { store, isRedisHere } = this.#parts;
    const { upkeep } = store;
    if (!store.isConnected) return undefined;
    await upkeep.tryWrite();
    const weak = await upkeep.findDurabilityWarnings();
    const neverMade = (this.#neverMade ??= new Set(weak));
    const state = await upkeep.readState();
    const scanners = await upkeep.readScannerNotes(state.nowMs);
    const silentMs = this.#sourceSilentMs;
    const isSettled = performance.now() - (this.#reachedMs ?? Infinity) >= silentMs;
    return {
      state,
      promises: {
        neverMade: weak.filter((text) => neverMade.has(text)),
        broken: weak.filter((text) => !neverMade.has(text)),
      },
      files: isRedisHere && state.files ? await lookAtFiles(state.files) : undefined,
      clocks: scanners.flatMap(({ source, atMs, clockAheadMs: aheadMs }) =>
        aheadMs !== undefined && state.nowMs - atMs < silentMs ? { source, aheadMs } : [],
      ),
      scanners,
      silent: scanners.filter(({ atMs }) => isSettled && state.nowMs - atMs >= silentMs),
      pushSubscriptions: await store.push.count(),
    };
  }
}

interface FoundFiles extends RedisFiles {
  readonly missing?: 'folder' | 'log' | undefined;
  readonly freeBytes: number | undefined;
}

/** Checks the data files of a Redis on this host, as far as this user may read them. */
export async function lookAtFiles({ folder, log }: RedisFiles): Promise<FoundFiles> {
  const isLogGone = log !== undefined && (await isGone(log));
  const missing = (await isGone(folder)) ? 'folder' : isLogGone ? 'log' : undefined;
  const disk = await orUndefined(statfs(folder));
  return { folder, log, missing, freeBytes: disk && disk.bavail * disk.bsize };
}

/** The last backup made or confirmed, by the clock of the host that made it. */
export interface NewestBackup {
  readonly atMs: EpochMs;
  readonly bytes: number;
}

export async function findNewestBackup(folder: string): Promise<NewestBackup | undefined> {
  const names = (await orUndefined(readdir(folder))) ?? [];
  const paths = names
    .filter((name) => name.endsWith('.backup.gz'))
    .map((name) => join(folder, name));
  const files = await Promise.all(paths.map((path) => orUndefined(stat(path))));
  const [newest] = files.flatMap((file) => file ?? []).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  return newest && { atMs: newest.mtimeMs, bytes: newest.size };
}

async function isGone(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

/** Undefined for a file that is missing or unreadable for this user. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
