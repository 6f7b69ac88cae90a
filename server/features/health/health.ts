import { RELEASE } from '#server/config/release.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { HealthBody, SourceHealth } from '#shared/wire/health-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { RaceFollower } from '#server/race/follower.ts';
import type { ClockSuspicions } from '#server/race/clock-suspicions.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { type ScannerNote, SOURCE_SILENT_MS } from '#server/store/notes.ts';

import { type Facts, type Finding, runChecks } from './checks.ts';
import {
  findNewestBackup,
  type RedisAnswers,
  RedisQuestions,
  type RedisQuestionsParts,
} from './redis-answers.ts';

/** The body of `/readyz`, which is public: without names of people, folders or scanners. */
export interface HealthState {
  /** The race shown is right, and changes are durable; otherwise see `problems`. */
  readonly ready: boolean;
  readonly redis: 'connected' | 'away';
  /** Published reads are received; otherwise they would be lost. */
  readonly listening: boolean;
  readonly loaded: boolean;
  readonly draining: boolean;
  readonly version: number;
  /** The pause between results messages, which grows under overload. */
  readonly pushIntervalMs: DurationMs;
  readonly problems: readonly string[];
  /** Insufficient durability, and imminent problems. */
  readonly warnings: readonly string[];
  /** The number of records skipped as unreadable. */
  readonly unreadable: { readonly count: number };
}

export interface HealthTimes {
  readonly checkEveryMs: DurationMs;
  /** A check this recent is reused. */
  readonly freshMs: DurationMs;
  /** The age of the last reading of the record, due every second, from which an instance is behind. */
  readonly behindMs: DurationMs;
  /** The age of the last report, due every few seconds, from which a scanner is silent. */
  readonly sourceSilentMs: DurationMs;
}

const TIMES: HealthTimes = {
  checkEveryMs: 5 * SECOND_MS,
  freshMs: SECOND_MS,
  behindMs: 5 * SECOND_MS,
  sourceSilentMs: SOURCE_SILENT_MS,
};

export interface HealthParts extends RedisQuestionsParts {
  /** The folder of automatic backups, if set. */
  readonly backupDir: string | undefined;
  readonly race: LiveRace;
  readonly follower: RaceFollower;
  readonly figures: { readonly viewers: number };
  readonly pace: { readonly intervalMs: DurationMs };
  readonly suspicions: Pick<ClockSuspicions, 'listNotices'>;
  readonly logger: Logger;
  readonly times?: HealthTimes | undefined;
}

/** Checks this instance regularly and on request (FEED.md CF21). */
export class Health {
  isDraining = false;
  readonly #parts: HealthParts;
  readonly #times: HealthTimes;
  readonly #questions: RedisQuestions;
  #looked: Pick<Facts, 'redis' | 'backup'> = {};
  #lookedMs = -Infinity;
  #look: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #logged: readonly string[] = [];

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#times = parts.times ?? TIMES;
    this.#questions = new RedisQuestions(parts, this.#times.sourceSilentMs);
  }

  start(): void {
    this.#timer = setInterval(() => void this.#lookOnce(), this.#times.checkEveryMs).unref();
    void this.#lookOnce();
  }

  /** Stops checking; ends within seconds. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#look;
  }

  /** Checks, unless the last check is fresh. */
  async check(): Promise<void> {
    if (performance.now() - this.#lookedMs > this.#times.freshMs) await this.#lookOnce();
  }

  /** For `/readyz`: the findings of the last check, and its current state. */
  describe(): HealthState {
    const { store, race, pace } = this.#parts;
    const findings = this.#listFindings();
    const problems = findings.filter(({ isFatal }) => isFatal);
    return {
      ready: problems.length === 0 && store.isListening && race.isLoaded && !this.isDraining,
      redis: store.isConnected ? 'connected' : 'away',
      listening: store.isListening,
      loaded: race.isLoaded,
      draining: this.isDraining,
      version: race.head.version,
      pushIntervalMs: pace.intervalMs,
      problems: problems.map(({ text }) => text),
      warnings: findings.filter(({ isFatal }) => !isFatal).map(({ text }) => text),
      unreadable: { count: store.unreadable.count },
    };
  }

  /** For organisers (PROTOCOL.md HC1); values are absent if Redis did not answer. */
  describeInFull(): HealthBody {
    const { redis } = this;
    const { store, figures, pace, backupDir } = this.#parts;
    const { state, files, scanners = [], silent = [] } = redis ?? {};
    const { backup } = this.#looked;
    const { freeBytes } = files ?? {};
    const atMs = Date.now();
    return {
      atMs,
      isReady: this.describe().ready,
      findings: this.#listLoudFindings().map(({ topic, text }) => ({ topic, text })),
      promises: redis?.promises.neverMade ?? [],
      notices: this.#listOtherNotices(),
      database: {
        isConnected: store.isConnected,
        ...(state && { writtenMs: state.nowMs }),
        ...(freeBytes !== undefined && { freeBytes }),
      },
      sources: scanners.map((note) => presentScanner(note, silent.includes(note))),
      instance: {
        sinceMs: Math.round(atMs - process.uptime() * SECOND_MS),
        release: RELEASE,
        viewers: figures.viewers,
      },
      backup: {
        isWanted: backupDir !== undefined,
        ...(backup?.newest && { newest: backup.newest }),
      },
      pushIntervalMs: pace.intervalMs,
    };
  }

  /** The answers in the last check, if any. */
  get redis(): RedisAnswers | undefined {
    const { redis } = this.#looked;
    return typeof redis === 'object' ? redis : undefined;
  }

  /** The age of the last backup; undefined before the first. */
  get backupAgeMs(): DurationMs | undefined {
    const newest = this.#looked.backup?.newest;
    return newest && Date.now() - newest.atMs;
  }

  /** The running scanners: the age of the last report, and its number of unsent reads. */
  listSources(): { source: string; agoMs: DurationMs; unsent: number | undefined }[] {
    const { scanners = [], state } = this.redis ?? {};
    const sinceMs = performance.now() - this.#lookedMs;
    return scanners.map(({ source, atMs, unsent }) => {
      return { source, agoMs: (state?.nowMs ?? atMs) - atMs + sinceMs, unsent };
    });
  }

  #listFindings(): readonly Finding[] {
    const { store, race, follower } = this.#parts;
    const behindMs = performance.now() - (follower.levelMs ?? -Infinity);
    return runChecks({
      ...this.#looked,
      isConnected: store.isConnected,
      problem: store.problem,
      lost: follower.lost,
      isBehind: race.isLoaded && behindMs > this.#times.behindMs,
    });
  }

  #listLoudFindings(): readonly Finding[] {
    return this.#listFindings().filter(({ isQuiet }) => !isQuiet);
  }

  /** One check at a time, each within seconds, whatever Redis does. */
  #lookOnce(): Promise<void> {
    this.#look ??= this.#lookNow().finally(() => (this.#look = undefined));
    return this.#look;
  }

  async #lookNow(): Promise<void> {
    const { backupDir: folder, race } = this.#parts;
    const redis = await this.#questions.ask();
    const upMs = process.uptime() * SECOND_MS;
    const newest = folder === undefined ? undefined : await findNewestBackup(folder);
    this.#looked = { redis, ...(folder !== undefined && { backup: { newest, upMs } }) };
    this.#lookedMs = performance.now();
    race.setNotices([
      ...this.#listLoudFindings().map(({ text }): Notice => ({ kind: 'problem', text })),
      ...this.#listOtherNotices(),
    ]);
    this.#log();
  }

  /** Notices that the screens put into words. */
  #listOtherNotices(): Notice[] {
    const { clocks = [], scanners = [], silent = [] } = this.redis ?? {};
    const { count, named } = this.#parts.store.unreadable;
    const readers = scanners.filter(
      (note) => !silent.includes(note) && Object.keys(note.reader).length > 0,
    );
    return [
      ...clocks.map(({ source, aheadMs }): Notice => ({ kind: 'clock', source, aheadMs })),
      ...this.#parts.suspicions.listNotices(),
      ...silent.map(noticeSilence),
      ...readers.map(noticeReader),
      // The field of an account is an e-mail address: omit it.
      ...named.map((one): Notice => {
        return { kind: 'unreadable', ...one, field: one.hash === 'organisers' ? '' : one.field };
      }),
      ...(count > named.length
        ? [{ kind: 'more-unreadable', count: count - named.length } as const]
        : []),
    ];
  }

  #log(): void {
    const { logger } = this.#parts;
    const found = this.#listFindings();
    for (const { id, text, isFatal } of found) {
      if (!this.#logged.includes(text)) logger[isFatal ? 'error' : 'warn']({ check: id }, text);
    }
    for (const was of this.#logged) {
      if (!this.isDraining && !found.some(({ text }) => text === was))
        logger.info({ was }, 'Problem solved');
    }
    this.#logged = found.map(({ text }) => text);
  }
}

function presentScanner(note: ScannerNote, isSilent: boolean): SourceHealth {
  const { source, atMs, lastReadMs, unsent } = note;
  return {
    source,
    heardMs: atMs,
    isSilent,
    ...(lastReadMs !== undefined && { lastReadMs }),
    ...(unsent !== undefined && { unsent }),
  };
}

function noticeSilence({ source, atMs, lastReadMs }: ScannerNote): Notice {
  const notice = { kind: 'silent-source', source, heardMs: atMs } as const;
  return lastReadMs === undefined ? notice : { ...notice, lastReadMs };
}

function noticeReader({ source, reader }: ScannerNote): Notice {
  return { kind: 'reader', source, ...reader };
}
