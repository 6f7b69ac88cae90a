import type { Logger } from '#server/observe/logger.ts';
import type { PushTarget } from '#server/store/push-records.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { chooseLanguage, type LanguageCode } from '#shared/texts/languages.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

import type { PushAnswer, SendPush } from './send-push.ts';

/** Concurrent requests. */
const AT_ONCE = 16;
/** Waiting messages, of about 200 bytes each; beyond this the oldest are dropped. */
export const MOST_WAITING = 20_000;
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 2 * SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

export type PushOutcome = 'sent' | 'gone' | 'refused' | 'given-up';

export type PushMessages = ReadonlyMap<LanguageCode, PushMessage>;

/** The subscribers to one kind of message. */
export interface Audience {
  /** Undefined if the subscription with this id has ended. */
  readonly read: (id: string) => Promise<PushTarget | undefined>;
  readonly forget: (endpoint: string) => Promise<void>;
  /** How long a message is useful, both here and at the push service. */
  readonly goodForMs: DurationMs;
}

export interface PushSenderParts {
  readonly send: SendPush;
  readonly count: (outcome: PushOutcome) => void;
  readonly logger: Logger;
}

/** Without the subscription, to save memory: it is read at the time of sending. */
interface Waiting {
  readonly audience: Audience;
  readonly id: string;
  /** Shared by all recipients of the same message. */
  readonly messages: PushMessages;
  /** Not sent before. */
  readonly dueMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly tries: number;
}

/**
 * A queue of Web Push messages (RFC 8030, 8291, 8292).
 *
 * 1. A message replaces a waiting one about the same subject for the same browser, and waits while another is being sent.
 * 2. The number of concurrent requests is limited. After 404 or 410 the subscription is forgotten.
 * 3. After 429, a fault of the service or no answer the message is tried again, with growing pauses or as long as the
 *    service demands, until it is no longer useful. A demanded pause applies to all messages for that service.
 */
export class PushSender {
  readonly #parts: PushSenderParts;
  /** By subscription and subject, oldest first. */
  readonly #queue = new Map<string, Waiting>();
  readonly #underWay = new Set<string>();
  /** The end of the pause that a host demanded. */
  readonly #resting = new Map<string, EpochMs>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Sends a message about a subject, such as a runner, to the subscription with this id. */
  send(audience: Audience, id: string, subject: string, messages: PushMessages): void {
    if (this.#isClosed) return;
    const nowMs = Date.now();
    const untilMs = nowMs + audience.goodForMs;
    const name = `${id} ${subject}`;
    const waiting = { audience, id, messages, dueMs: nowMs, untilMs, tries: 0 };
    this.#queue.delete(name);
    // With fewer requests than the limit, no waiting message is due.
    if (this.#underWay.size < AT_ONCE && !this.#underWay.has(name)) {
      void this.#deliver(name, waiting);
      return;
    }
    this.#queue.set(name, waiting);
    if (this.#queue.size > MOST_WAITING) {
      const [oldest = ''] = this.#queue.keys();
      this.#queue.delete(oldest);
      this.#parts.count('given-up');
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#queue.clear();
  }

  /** Sends the due messages and schedules the next. */
  #pump(): void {
    clearTimeout(this.#timer);
    const nowMs = Date.now();
    let nextMs = Infinity;
    for (const [name, waiting] of this.#queue) {
      if (this.#underWay.size >= AT_ONCE) return;
      // Sent after its predecessor, which may need another try.
      if (this.#underWay.has(name)) continue;
      if (waiting.dueMs > nowMs) {
        nextMs = Math.min(nextMs, waiting.dueMs);
        continue;
      }
      this.#queue.delete(name);
      if (nowMs >= waiting.untilMs) this.#parts.count('given-up');
      else void this.#deliver(name, waiting);
    }
    if (nextMs < Infinity) this.#timer = setTimeout(() => this.#pump(), nextMs - nowMs);
  }

  async #deliver(name: string, waiting: Waiting): Promise<void> {
    this.#underWay.add(name);
    try {
      const again = await this.#attempt(waiting);
      // Drop it if a newer one has been queued.
      if (again && !this.#isClosed && !this.#queue.has(name)) this.#queue.set(name, again);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'Cannot forget an ended push subscription');
    } finally {
      this.#underWay.delete(name);
      this.#pump();
    }
  }

  /** Returns the message to try again, if necessary. */
  async #attempt(waiting: Waiting): Promise<Waiting | undefined> {
    const { send, count, logger } = this.#parts;
    const { audience, id, messages, untilMs } = waiting;
    let to: PushTarget | undefined;
    let answer: PushAnswer;
    try {
      to = await audience.read(id);
      const message = to && messages.get(chooseLanguage([to.language]));
      if (!to || !message) return undefined;
      const restingMs = this.#resting.get(new URL(to.endpoint).host) ?? 0;
      if (restingMs > Date.now()) return { ...waiting, dueMs: restingMs };
      answer = await send(to, message, untilMs);
    } catch (error) {
      const host = to && new URL(to.endpoint).host;
      logger.warn({ err: error, host }, 'Redis or a push service does not answer');
      return this.#postpone(waiting);
    }
    const { status, retryAfterMs } = answer;
    const { host } = new URL(to.endpoint);
    if (status === 429 || status >= 500) {
      if (retryAfterMs !== undefined) this.#rest(host, retryAfterMs);
      return this.#postpone(waiting, retryAfterMs);
    }
    if (status >= 200 && status < 300) {
      count('sent');
    } else if (status === 404 || status === 410) {
      count('gone');
      await audience.forget(to.endpoint);
    } else {
      count('refused');
      logger.warn({ status, host }, 'A push service refuses a message');
    }
    return undefined;
  }

  /** Undefined after too many tries, or if the next would be too late. */
  #postpone(waiting: Waiting, retryAfterMs?: DurationMs): Waiting | undefined {
    const { tries, untilMs } = waiting;
    const dueMs = Date.now() + waitOf(retryAfterMs ?? FIRST_WAIT_MS * 4 ** tries);
    if (tries + 1 < MOST_TRIES && dueMs < untilMs) return { ...waiting, dueMs, tries: tries + 1 };
    this.#parts.count('given-up');
    return undefined;
  }

  #rest(host: string, retryAfterMs: DurationMs): void {
    const nowMs = Date.now();
    for (const [other, untilMs] of this.#resting) {
      if (untilMs <= nowMs) this.#resting.delete(other);
    }
    this.#resting.set(host, nowMs + waitOf(retryAfterMs));
  }
}

function waitOf(waitMs: DurationMs): DurationMs {
  return Math.min(LONGEST_WAIT_MS, waitMs);
}
