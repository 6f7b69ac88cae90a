import type { Logger } from '#server/observe/logger.ts';
import type { PushTarget } from '#server/store/push-records.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { chooseLanguage, type LanguageCode } from '#shared/texts/languages.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

import type { PushAnswer, SendPush } from './send-push.ts';

/** Messages on their way at once. */
const AT_ONCE = 16;
/** Messages that wait, here or for another try, at some 200 bytes each; beyond this the oldest are dropped. */
export const MOST_WAITING = 20_000;
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 2 * SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

export type PushOutcome = 'sent' | 'gone' | 'refused' | 'given-up';

export type PushMessages = ReadonlyMap<LanguageCode, PushMessage>;

/** Those who subscribed to one kind of message, by the ids of their subscriptions. */
export interface Audience {
  /** Undefined for a subscription that has ended. */
  readonly read: (id: string) => Promise<PushTarget | undefined>;
  readonly forget: (endpoint: string) => Promise<void>;
  /** How long a message stays useful, here and at the push service. */
  readonly goodForMs: DurationMs;
}

export interface PushSenderParts {
  readonly send: SendPush;
  readonly count: (outcome: PushOutcome) => void;
  readonly logger: Logger;
}

/** Without the subscription: of thousands that wait, only those on their way hold theirs. */
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
 * Sends messages by Web Push (RFC 8030, 8291, 8292), news to spectators and alarms to organisers, from one queue.
 *
 * 1. A message replaces a waiting one about the same subject for the same browser, and is not sent while one of
 *    these is on its way.
 * 2. The number on their way at once is limited. The subscription is read when its turn comes; one that has ended
 *    gets nothing. After 404 or 410 it is forgotten.
 * 3. After 429, a fault of the service or no answer the message waits, longer each time and as long as the service
 *    says, and so do the others for that service, until they are no longer useful.
 */
export class PushSender {
  readonly #parts: PushSenderParts;
  /** By browser and subject, the longest waiting first. */
  readonly #queue = new Map<string, Waiting>();
  readonly #underWay = new Set<string>();
  /** Until when services that asked for a pause are left alone. */
  readonly #resting = new Map<string, EpochMs>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Sends the subscription with this id the latest news of a subject, such as a runner. */
  send(audience: Audience, id: string, subject: string, messages: PushMessages): void {
    if (this.#isClosed) return;
    const nowMs = Date.now();
    const untilMs = nowMs + audience.goodForMs;
    const name = `${id} ${subject}`;
    const waiting = { audience, id, messages, dueMs: nowMs, untilMs, tries: 0 };
    this.#queue.delete(name);
    // While there is room, only messages not yet due wait, so there is no need to search them.
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

  /** Sends what is due, and schedules the next. */
  #pump(): void {
    clearTimeout(this.#timer);
    const nowMs = Date.now();
    let nextMs = Infinity;
    for (const [name, waiting] of this.#queue) {
      if (this.#underWay.size >= AT_ONCE) return;
      // The one before may have to be tried again, and would then come after this one.
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
      // A newer one may have replaced it in the meantime.
      if (again && !this.#isClosed && !this.#queue.has(name)) this.#queue.set(name, again);
    } catch (error) {
      this.#parts.logger.warn(
        { err: error },
        'A push subscription that is gone cannot be forgotten',
      );
    } finally {
      this.#underWay.delete(name);
      this.#pump();
    }
  }

  /** Returns the message if it has to be sent again. */
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

  /** For another try; undefined when there were too many, or it would come too late. */
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
