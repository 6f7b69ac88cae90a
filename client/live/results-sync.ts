import type { DurationMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultsDelta, ResumeReply } from '#shared/wire/socket-events.ts';

import { logOnce } from './log-once.ts';
import type { RaceReplica } from './race-replica.ts';
import type { Timers } from './timers.ts';
import type { Snapshot } from './wire-guards.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;

/** The open socket, as far as catching up needs it. */
export interface ResumeLink {
  /** Rejects after a timeout. */
  resume(head: Head): Promise<ResumeReply>;
  /** Drops the connection, which seems dead, and makes a new one. */
  renew(): void;
}

export interface ResultsSyncOptions {
  readonly replica: RaceReplica;
  readonly timers: Timers;
  readonly fetchSnapshot: () => Promise<Snapshot>;
  /** Called after every step that may have changed the results or how far behind they are. */
  readonly onStep: () => void;
}

/**
 * Keeps the replica in sync with the server: a snapshot by HTTP, the deltas of the socket on top, and a resume or
 * another snapshot for any gap. The target is the head that the server announced last; a late answer never moves it.
 */
export class ResultsSync {
  readonly #options: ResultsSyncOptions;
  #link: ResumeLink | undefined;
  /** The server's head, as announced over this link. */
  #target: Head | undefined;
  /** The results are cached ones, which the server has not confirmed yet. */
  #isRecalled = false;
  #loading: Promise<boolean> | undefined;
  #resuming: Promise<void> | undefined;
  #cancelRetry: (() => void) | undefined;
  #failedTries = 0;

  constructor(options: ResultsSyncOptions) {
    this.#options = options;
  }

  /** Whether the server is known to have more than the page shows. */
  get isBehind(): boolean {
    const head = this.#head;
    const target = this.#target;
    if (!head) return true;
    return target !== undefined && (target.epoch !== head.epoch || target.version > head.version);
  }

  /** The socket is up and the server has sent its head. */
  open(link: ResumeLink, head: Head): void {
    this.#link = link;
    this.#failedTries = 0;
    this.#target = headOf(head);
    if (this.#isRecalled && this.#head?.epoch !== head.epoch) this.#options.replica.forget();
    this.#isRecalled = false;
    this.#catchUp();
  }

  /** The socket is down: from here on only {@link load} brings changes. */
  close(): void {
    this.#link = undefined;
    this.#target = undefined;
    this.#cancelLoad();
  }

  receive(delta: ResultsDelta): void {
    if (this.#head && !this.#loading) this.#take(delta);
    else this.#target = headOf(delta);
    this.#catchUp();
  }

  /** The server asks for a complete reload, for example after an import. */
  resync(head: Head, delayMs: DurationMs): void {
    this.#target = headOf(head);
    this.#cancelLoad();
    this.#loadAfter(delayMs);
    this.#options.onStep();
  }

  /**
   * Starts from the cached results of the last visit, once read; requests nothing before. Resolves to false without a
   * cache, or if the server is in another epoch.
   */
  recall(reading: Promise<Snapshot | undefined>): Promise<boolean> {
    return this.#loading ? Promise.resolve(false) : this.#occupy(() => this.#recall(reading));
  }

  /** Fetches the results, once at a time; resolves to false if that fails. */
  load(): Promise<boolean> {
    return this.#occupy(() => this.#load());
  }

  get #head(): Head | undefined {
    return this.#options.replica.head;
  }

  /** Runs one replacement of the whole copy at a time. What is pushed during it is requested afterwards. */
  #occupy(work: () => Promise<boolean>): Promise<boolean> {
    this.#loading ??= work().finally(() => {
      this.#loading = undefined;
      this.#catchUp();
    });
    return this.#loading;
  }

  async #recall(reading: Promise<Snapshot | undefined>): Promise<boolean> {
    const snapshot = await reading;
    const { replica } = this.#options;
    const isOther = this.#target !== undefined && this.#target.epoch !== snapshot?.epoch;
    if (!snapshot || isOther) return false;
    if (!replica.load(snapshot)) return false;
    this.#isRecalled = !this.#link;
    return true;
  }

  /** `isLate` if the server may have announced another head since, which then stays the target. */
  #take(delta: ResultsDelta, isLate = false): void {
    const { replica, timers } = this.#options;
    const outcome = replica.apply(delta, timers.now());
    if (outcome === 'applied' || outcome === 'old') return;
    if (!isLate) this.#target = headOf(delta);
    if (outcome === 'reload') this.#reloadSoon();
  }

  /** Catches up with the target by a resume or a whole snapshot, if need be. */
  #catchUp(): void {
    this.#options.onStep();
    if (!this.isBehind) {
      this.#failedTries = 0;
      return;
    }
    const head = this.#head;
    if (!this.#link || this.#loading || this.#cancelRetry) return;
    if (head && head.epoch === this.#target?.epoch) void this.#resume(this.#link, head);
    else this.#reloadSoon();
  }

  async #load(): Promise<boolean> {
    const { replica, fetchSnapshot } = this.#options;
    this.#cancelLoad();
    try {
      const snapshot = await fetchSnapshot();
      // The server's current state is later than anything cached.
      const servedEpoch = this.#isRecalled ? snapshot.epoch : this.#target?.epoch;
      replica.load(snapshot, servedEpoch);
      this.#isRecalled = false;
    } catch (error) {
      logOnce('the results cannot be fetched', error);
      return false;
    }
    return true;
  }

  #resume(link: ResumeLink, head: Head): Promise<void> {
    this.#resuming ??= this.#askToResume(link, head).finally(() => {
      this.#resuming = undefined;
      // Also for a link that was opened since and waited for this answer.
      this.#catchUp();
    });
    return this.#resuming;
  }

  async #askToResume(link: ResumeLink, head: Head): Promise<void> {
    const target = this.#target;
    const reply = await link
      .resume(head)
      .catch((error: unknown) => logOnce('resume failed', error));
    if (this.#link !== link) return;
    // While an answer is unpacked, a push may overtake it.
    const isLate = this.#target !== target;
    if (!reply) link.renew();
    else if ('resync' in reply) this.#reloadSoon();
    else if ('current' in reply) {
      if (!isLate) this.#target = head;
    } else {
      this.#take(reply.results, isLate);
      const isFurther = this.#head !== undefined && this.#head.version > head.version;
      if (this.isBehind && !isFurther) this.#reloadSoon();
    }
  }

  /** Loads at once the first time, then with back-off while that does not help. */
  #reloadSoon(): void {
    if (this.#cancelRetry || this.#loading) return;
    const backOffMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failedTries - 1));
    this.#loadAfter(this.#failedTries === 0 ? 0 : backOffMs);
    this.#failedTries += 1;
  }

  #loadAfter(delayMs: DurationMs): void {
    this.#cancelRetry = this.#options.timers.after(delayMs, () => {
      this.#cancelRetry = undefined;
      void this.load();
    });
  }

  #cancelLoad(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }
}

function headOf({ epoch, version }: Head): Head {
  return { epoch, version };
}
