import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { RaceFollower } from '#server/race/follower.ts';
import type { ClockSuspicions } from '#server/race/clock-suspicions.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { SOURCE_SILENT_MS } from '#server/store/scanner-notes.ts';
import type { Unreadable } from '#server/store/unreadable.ts';

import { BackupCheck } from './backup-check.ts';
import { inPublic } from './finding.ts';
import { type OwnFigures, OwnInstance } from './own-instance.ts';
import { findOwnProblems } from './own-problems.ts';
import { presentHealth, listOtherNotices } from './present-health.ts';
import { type Findings, type HeardSource, NOTHING_FOUND, RedisCheck } from './redis-check.ts';

export interface HealthState {
  /** Whether what is shown is right and what is saved is kept; if not, `problems` says why. */
  readonly ready: boolean;
  readonly redis: 'connected' | 'away';
  /** Whether published reads are received: others would be lost. */
  readonly listening: boolean;
  readonly loaded: boolean;
  readonly draining: boolean;
  readonly version: number;
  /** The pause between results messages: longer while the instance is overloaded. */
  readonly pushIntervalMs: DurationMs;
  readonly problems: readonly string[];
  /** Where Redis promises less than a race needs, and what is going to be a problem. */
  readonly warnings: readonly string[];
  /** Records left out because they cannot be read; the race goes on without them. */
  readonly unreadable: Unreadable;
}

/** What `/readyz` shows to the public: no person, no folder and no freely chosen name. */
export type PublicHealthState = Omit<HealthState, 'unreadable'> & {
  readonly unreadable: Pick<Unreadable, 'count'>;
};

export interface HealthTimes {
  /** How often it checks when nobody asks. */
  readonly checkEveryMs: DurationMs;
  /** A check this recent is reused: asking more often costs nothing. */
  readonly freshMs: DurationMs;
  /** An instance reads the record every second; one that has not for this long shows an old race. */
  readonly behindMs: DurationMs;
  /** A running scanner reports every few seconds; one that has not for this long is missing. */
  readonly sourceSilentMs: DurationMs;
}

const TIMES: HealthTimes = {
  checkEveryMs: 5 * SECOND_MS,
  freshMs: SECOND_MS,
  behindMs: 5 * SECOND_MS,
  sourceSilentMs: SOURCE_SILENT_MS,
};

export interface HealthParts {
  /** The folder of automatic backups; undefined where none is set. */
  readonly backupDir: string | undefined;
  readonly store: RaceStore;
  readonly race: LiveRace;
  readonly follower: RaceFollower;
  readonly suspicions: Pick<ClockSuspicions, 'listNotices'>;
  readonly pace: { readonly intervalMs: DurationMs };
  readonly figures: OwnFigures;
  readonly logger: Logger;
  /** Whether Redis runs on this machine, so that its disk can be checked. */
  readonly isRedisHere: boolean;
  /** Other times than those of a race. */
  readonly times?: HealthTimes | undefined;
}

/** Whether this instance does what it promises (FEED.md CF17): checked regularly, and on request. */
export class Health {
  isDraining = false;
  readonly #parts: HealthParts;
  readonly #times: HealthTimes;
  readonly #redis: RedisCheck;
  readonly #self: OwnInstance;
  readonly #backups: BackupCheck;
  #findings: Findings = NOTHING_FOUND;
  #foundMs = -Infinity;
  #check: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #logged: readonly string[] = [];

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#times = parts.times ?? TIMES;
    this.#backups = new BackupCheck(parts.backupDir);
    this.#self = new OwnInstance(parts.figures, parts.pace);
    const { sourceSilentMs } = this.#times;
    this.#redis = new RedisCheck({ ...parts, sourceSilentMs, self: this.#self });
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), this.#times.checkEveryMs).unref();
    void this.#look();
  }

  /** Stops checking, and removes its note for the other instances; ends within seconds. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#check;
    await this.#redis
      .leave()
      .catch((error: unknown) =>
        this.#parts.logger.debug({ err: error }, 'The other instances are not told of the end'),
      );
  }

  /** Checks unless it just has: `describe` then gives the present state. */
  async check(): Promise<void> {
    if (performance.now() - this.#foundMs > this.#times.freshMs) await this.#look();
  }

  /** The state at the last check. */
  describe(): HealthState {
    const { problems, warnings } = this.#findings;
    return {
      ...this.#describeWith([...this.#ownProblems, ...problems.map(({ text }) => text)]),
      warnings: warnings.map(({ text }) => text),
      unreadable: withoutAddresses(this.#parts.follower.damage.unreadable),
    };
  }

  /** The same for the public. */
  describeInPublic(): PublicHealthState {
    const { problems, warnings } = this.#findings;
    const publicTexts = problems.map(({ publicText }) => publicText);
    return {
      ...this.#describeWith([...this.#ownProblems, ...publicTexts]),
      warnings: warnings.map(({ publicText }) => publicText),
      unreadable: { count: this.#parts.follower.damage.unreadable.count },
    };
  }

  /** The same for the screen of organisers, including what is well. */
  describeInFull(): HealthBody {
    const findings = this.#findings;
    const state = this.describe();
    const own = this.#ownProblems.map((text) => inPublic(text));
    return presentHealth(findings, {
      isReady: state.ready,
      isConnected: state.redis === 'connected',
      findings: [...own, ...findings.problems, ...findings.actionable],
      notices: listOtherNotices(findings, state.unreadable, this.#parts.suspicions),
      backup: this.#backups.present(),
      sourceSilentMs: this.#times.sourceSilentMs,
    });
  }

  /** Free space on the disk of Redis, if it is one of this machine. */
  get diskFreeBytes(): number | undefined {
    return this.#findings.freeBytes;
  }

  get backupAgeMs(): DurationMs | undefined {
    return this.#backups.ageMs;
  }

  /** How many browsers subscribe to Web Push, as far as known. */
  get pushSubscriptions(): number | undefined {
    return this.#findings.pushSubscriptions;
  }

  /** The running scanners: how long ago each was heard, and how many reads its journal held then. */
  listSources(): (HeardSource & { readonly source: string })[] {
    const sinceMs = performance.now() - this.#foundMs;
    return Array.from(this.#findings.heard ?? [], ([source, { agoMs, unsent }]) => {
      return { source, agoMs: agoMs + sinceMs, unsent };
    });
  }

  get #ownProblems(): readonly string[] {
    return findOwnProblems(this.#parts, this.#times.behindMs);
  }

  #describeWith(problems: readonly string[]): Omit<HealthState, 'warnings' | 'unreadable'> {
    const { store, race, pace } = this.#parts;
    return {
      ready: problems.length === 0 && store.isListening && race.isLoaded && !this.isDraining,
      redis: store.isConnected ? 'connected' : 'away',
      listening: store.isListening,
      loaded: race.isLoaded,
      draining: this.isDraining,
      version: race.head.version,
      pushIntervalMs: pace.intervalMs,
      problems,
    };
  }

  /** One check at a time; it ends within seconds, whatever Redis does. */
  #look(): Promise<void> {
    this.#check ??= this.#lookOnce().finally(() => (this.#check = undefined));
    return this.#check;
  }

  async #lookOnce(): Promise<void> {
    const found = await this.#redis.look();
    const late = await this.#backups.look(process.uptime() * SECOND_MS);
    const { warnings, actionable } = found;
    this.#findings = {
      ...found,
      warnings: [...warnings, ...late],
      actionable: [...actionable, ...late],
    };
    this.#foundMs = performance.now();
    this.#parts.race.setNotices(this.#listNotices());
    this.#tell();
  }

  #listNotices(): Notice[] {
    const { problems, unreadable } = this.describe();
    const texts = [...problems, ...this.#findings.actionable.map(({ text }) => text)];
    return [
      ...texts.map((text): Notice => ({ kind: 'problem', text })),
      ...listOtherNotices(this.#findings, unreadable, this.#parts.suspicions),
    ];
  }

  /** Logs new problems, and their end. */
  #tell(): void {
    const { logger } = this.#parts;
    const problems = this.#findings.problems.map(({ text }) => text);
    const warnings = this.#findings.warnings.map(({ text }) => text);
    const found = [...problems, ...warnings];
    for (const text of problems) if (!this.#logged.includes(text)) logger.error(text);
    for (const text of warnings) if (!this.#logged.includes(text)) logger.warn(text);
    for (const text of this.#logged) {
      if (!found.includes(text) && !this.isDraining) logger.info({ was: text }, 'No longer so');
    }
    this.#logged = found;
  }
}

/** The name of an account is an e-mail address, which is left out here. */
function withoutAddresses({ count, named }: Unreadable): Unreadable {
  return {
    count,
    named: named.map((one) => (one.hash === 'organisers' ? { ...one, field: '' } : one)),
  };
}
