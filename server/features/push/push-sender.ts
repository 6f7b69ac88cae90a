import type { Logger } from '#server/observe/logger.ts';
import { createRecentlyUsed } from '#server/identity/recently-used.ts';
import type { PushTarget } from '#server/store/codec-of-subscriptions.ts';
import type { VapidKeys } from '#server/store/push-records.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { chooseLanguage, type LanguageCode } from '#shared/texts/languages.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

import { type PushAnswer, type SendRequest, encryptMessage } from './send-request.ts';
import { VapidTokens } from './vapid.ts';

/** Messages on their way at once. */
const AT_ONCE = 16;
/** Messages that wait, here or for another try, at some 200 bytes each; beyond this the oldest are dropped. */
export const MOST_WAITING = 20_000;
/** How long a message stays useful, here and at the push service, unless specified otherwise. */
const GOOD_FOR_MS = 10 * MINUTE_MS;
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 2 * SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

export type PushOutcome = 'sent' | 'gone' | 'refused' | 'given-up';

export type PushMessages = ReadonlyMap<LanguageCode, PushMessage>;

export interface PushSenderParts {
  readonly send: SendRequest;
  readonly read: (id: string) => Promise<PushTarget | undefined>;
  readonly vapid: { readonly contact: string; keys(): Promise<VapidKeys> };
  readonly forget: (endpoint: string) => Promise<void>;
  readonly noteTaken: (endpoint: string) => Promise<void>;
  readonly count: (outcome: PushOutcome) => void;
  readonly logger: Logger;
  readonly goodForMs?: DurationMs;
}

/** Without the subscription: of thousands that wait, only those on their way hold theirs. */
interface Waiting {
  readonly id: string;
  readonly about: string;
  /** Shared by all recipients of the same message. */
  readonly messages: PushMessages;
  readonly untilMs: EpochMs;
  readonly tries: number;
}

/**
 * Sends messages by Web Push (RFC 8030, 8291, 8292).
 *
 * 1. A message takes the place of one about the same runner for the same browser that has not gone out,
 *    and waits for one that is on its way.
 * 2. So many are on their way at once. The subscription is read when its turn comes, and who ended it
 *    meanwhile is told nothing. Who answers 404 or 410 is forgotten.
 * 3. After 429, a fault of the service or none at all the message waits, longer each time and as long as the
 *    service says, and the others for that service with it, until it is no news.
 */
export class PushSender {
  readonly #parts: PushSenderParts;
  readonly #tokens = new VapidTokens();
  /** By browser and runner, the longest waiting first. */
  readonly #ready = new Map<string, Waiting>();
  readonly #later = new Map<
    string,
    { readonly waiting: Waiting; readonly timer: NodeJS.Timeout }
  >();
  /** Until when services that asked for a pause are left alone. */
  readonly #resting = new Map<string, EpochMs>();
  /** Messages on their way. The next one for the same browser and runner waits until its turn is over. */
  readonly #underWay = new Set<string>();
  /** The ids of subscriptions known to have taken a message. */
  readonly #taken = createRecentlyUsed<true>(MOST_WAITING);
  #isClosed = false;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#ready.size + this.#later.size;
  }

  /** Sends the subscription of an id a passing of the runner `about`. */
  send(id: string, about: string, messages: PushMessages): void {
    const name = `${id} ${about}`;
    this.#take(name);
    const untilMs = Date.now() + (this.#parts.goodForMs ?? GOOD_FOR_MS);
    this.#put(name, { id, about, messages, untilMs, tries: 0 });
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#later.values()) clearTimeout(timer);
    this.#ready.clear();
    this.#later.clear();
  }

  #put(name: string, waiting: Waiting): void {
    this.#ready.set(name, waiting);
    if (this.waiting <= MOST_WAITING) return;
    // A message for another try has waited longer than one that was never tried.
    const [oldest] = this.#later.size > 0 ? this.#later.keys() : this.#ready.keys();
    if (oldest !== undefined) this.#take(oldest);
    this.#parts.count('given-up');
  }

  #take(name: string): void {
    clearTimeout(this.#later.get(name)?.timer);
    this.#later.delete(name);
    this.#ready.delete(name);
  }

  #pump(): void {
    for (const [name, waiting] of this.#ready) {
      if (this.#underWay.size >= AT_ONCE || this.#isClosed) return;
      // The one before may have to be tried again, and would then come after this one.
      if (this.#underWay.has(name)) continue;
      this.#ready.delete(name);
      if (Date.now() >= waiting.untilMs) this.#parts.count('given-up');
      else void this.#deliver(name, waiting);
    }
  }

  async #deliver(name: string, waiting: Waiting): Promise<void> {
    this.#underWay.add(name);
    try {
      const to = await this.#read(waiting.id);
      if (to === 'unknown') this.#tryLater(name, waiting);
      else if (to) await this.#bring(name, waiting, to);
    } catch (error) {
      // Redis is away, or the keys of a browser are invalid.
      this.#parts.logger.warn({ err: error }, 'A push message cannot be made; it is given up');
      this.#parts.count('given-up');
    } finally {
      this.#underWay.delete(name);
      this.#pump();
    }
  }

  /** Undefined for one that has ended, `unknown` while Redis is away. */
  async #read(id: string): Promise<PushTarget | 'unknown' | undefined> {
    try {
      return await this.#parts.read(id);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'A push subscription cannot be read');
      return 'unknown';
    }
  }

  async #bring(name: string, waiting: Waiting, to: PushTarget): Promise<void> {
    const message = waiting.messages.get(chooseLanguage([to.language]));
    if (!message) return;
    const { host } = new URL(to.endpoint);
    const restMs = (this.#resting.get(host) ?? 0) - Date.now();
    if (restMs > 0) this.#postpone(name, waiting, restMs);
    else await this.#judge(name, waiting, to, await this.#try(to, message, waiting.untilMs));
  }

  /** Undefined without an answer. */
  async #try(
    to: PushTarget,
    message: PushMessage,
    untilMs: EpochMs,
  ): Promise<PushAnswer | undefined> {
    const { vapid, send, logger } = this.#parts;
    const keys = await vapid.keys();
    const authorization = this.#tokens.authorize(to.endpoint, vapid.contact, keys);
    const request = encryptMessage(to, message, { authorization, untilMs });
    try {
      return await send(request);
    } catch (error) {
      logger.warn(
        { err: error, host: new URL(to.endpoint).host },
        'A push service does not answer',
      );
      return undefined;
    }
  }

  async #judge(
    name: string,
    waiting: Waiting,
    { endpoint }: PushTarget,
    answer: PushAnswer | undefined,
  ): Promise<void> {
    const { forget, count, logger } = this.#parts;
    const { status = 0, retryAfterMs } = answer ?? {};
    const { host } = new URL(endpoint);
    if (status >= 200 && status < 300) {
      count('sent');
      await this.#noteTaken(waiting.id, endpoint);
    } else if (status === 404 || status === 410) {
      count('gone');
      await forget(endpoint);
    } else if (status === 0 || status === 429 || status >= 500) {
      if (retryAfterMs !== undefined) this.#rest(host, Date.now() + waitOf(retryAfterMs));
      this.#tryLater(name, waiting, retryAfterMs);
    } else {
      count('refused');
      logger.warn({ status, host }, 'A push service refuses a message');
    }
  }

  /** Once for each: the message was sent, whether this can be kept or not. */
  async #noteTaken(id: string, endpoint: string): Promise<void> {
    if (this.#taken.has(id)) return;
    this.#taken.set(id, true);
    try {
      await this.#parts.noteTaken(endpoint);
    } catch (error) {
      this.#taken.delete(id);
      this.#parts.logger.warn({ err: error }, 'That a message was taken cannot be written down');
    }
  }

  #tryLater(name: string, waiting: Waiting, retryAfterMs?: DurationMs): void {
    const { tries, untilMs } = waiting;
    const waitMs = waitOf(retryAfterMs ?? FIRST_WAIT_MS * 4 ** tries);
    if (tries + 1 >= MOST_TRIES || Date.now() + waitMs >= untilMs) this.#parts.count('given-up');
    else this.#postpone(name, { ...waiting, tries: tries + 1 }, waitMs);
  }

  #postpone(name: string, waiting: Waiting, waitMs: DurationMs): void {
    // A newer one about the same runner has replaced it meanwhile.
    if (this.#isClosed || this.#ready.has(name) || this.#later.has(name)) return;
    const timer = setTimeout(() => {
      this.#later.delete(name);
      this.#ready.set(name, waiting);
      this.#pump();
    }, waitMs);
    this.#later.set(name, { waiting, timer });
  }

  #rest(host: string, untilMs: EpochMs): void {
    const nowMs = Date.now();
    for (const [other, until] of this.#resting) {
      if (until <= nowMs) this.#resting.delete(other);
    }
    this.#resting.set(host, untilMs);
  }
}

function waitOf(waitMs: DurationMs): DurationMs {
  return Math.min(LONGEST_WAIT_MS, waitMs);
}
