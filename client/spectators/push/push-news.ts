import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { Timers } from '#client/live/timers.ts';
import {
  addressPush,
  type AskPush,
  askPush,
  type KeptPush,
  type KeptPushStore,
  subscribePush,
} from '#client/worker/push-subscription.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { PushOrder } from '#shared/wire/push-api.ts';

/**
 * Whether this browser gets news while no page is open:
 * - `none`: not supported, as over plain HTTP;
 * - `install`: on an iPhone or iPad only for a page on the home screen;
 * - `denied`: blocked in the settings of the browser;
 * - `off`, `on`.
 */
export type PushState = 'none' | 'install' | 'denied' | 'off' | 'on';

export interface PushNewsState {
  readonly state: PushState;
  /** It was wanted and failed: the order is resent at the next visit. */
  readonly isFailed: boolean;
}

/** The runners whose news this browser wants, and the language. */
export type PushTopics = Pick<PushOrder, 'runners' | 'clubs' | 'language'>;

export interface PushParts {
  /** Undefined where there is no service worker. */
  readonly getRegistration: () => Promise<ServiceWorkerRegistration | undefined>;
  /** The same once its worker runs; never resolves if there is none. */
  readonly untilReady: () => Promise<ServiceWorkerRegistration>;
  readonly notifications: () =>
    | Pick<typeof Notification, 'permission' | 'requestPermission'>
    | undefined;
  /** An iPhone or iPad on which the page is not installed. */
  readonly isToBeInstalled: boolean;
  readonly ask: AskPush;
  readonly kept: KeptPushStore;
  readonly timers: Timers;
}

/** After this the order is resent, in case the server lost it. */
const TELL_AGAIN_MS = 24 * HOUR_MS;
/** Stars come several at a time. */
const GATHER_MS = 1_000;

/** The state as far as it is known at once, so that its row has its place from the beginning. */
function guessState({ isToBeInstalled, notifications }: PushParts): PushState {
  if (isToBeInstalled) return 'install';
  const { permission } = notifications() ?? {};
  return permission === undefined ? 'none' : permission === 'denied' ? 'denied' : 'off';
}

/** Has the server push news of the followed runners to this browser, and keeps both consistent. */
export class PushNews extends ObservableState<PushNewsState> {
  readonly #parts: PushParts;
  #topics: PushTopics = { runners: [], clubs: [], language: '' };
  #cancel: (() => void) | undefined;
  /** One call after the other: a press on Stop must not be overtaken by an earlier star. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: PushParts) {
    super({ state: guessState(parts), isFailed: false });
    this.#parts = parts;
  }

  /** Reads the present state. */
  look(): Promise<void> {
    return this.#inTurn(async () => this.update({ state: await this.#readState() }));
  }

  /** Only from a press: the browser asks the person. */
  turnOn(): Promise<void> {
    // Asked before any await: afterwards Safari no longer counts it as a press.
    const notifications = this.#parts.notifications();
    const isGranted = notifications?.permission === 'granted';
    const asking = isGranted ? 'granted' : notifications?.requestPermission();
    return this.#inTurn(async () => {
      const permission = await asking;
      if (permission === 'granted' && (await this.#parts.getRegistration())) {
        const before = await this.#parts.kept.read();
        await this.#parts.kept.write({ ...before, isWanted: true });
        await this.#tell();
      }
      this.update({ state: await this.#readState(), isFailed: false });
    });
  }

  turnOff(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.kept.write(undefined);
      const subscription = await this.#find();
      await subscription?.unsubscribe();
      this.update({ state: await this.#readState(), isFailed: false });
      if (subscription) await this.#end(subscription.endpoint);
    });
  }

  /** Sends the server other topics soon. */
  follow(topics: PushTopics): void {
    this.#topics = topics;
    this.#cancel?.();
    this.#cancel = this.#parts.timers.after(GATHER_MS, () => {
      void this.#inTurn(async () => {
        await this.#tell();
        this.update({ state: await this.#readState(), isFailed: false });
      });
    });
  }

  /** Ends it at the server, which otherwise learns it with its next message. */
  async #end(endpoint: string): Promise<void> {
    try {
      await askPush(this.#parts.ask, '/push/unsubscribe', { endpoint });
    } catch (error) {
      logOnce('the server has not ended the notifications yet', error);
    }
  }

  async #readState(): Promise<PushState> {
    const { isToBeInstalled, getRegistration, kept } = this.#parts;
    if (isToBeInstalled) return 'install';
    const notifications = this.#parts.notifications();
    const registration = notifications && (await getRegistration());
    if (!registration || !('pushManager' in registration)) return 'none';
    if (notifications.permission === 'denied') return 'denied';
    if (await this.#find()) return 'on';
    const { isWanted } = (await kept.read()) ?? {};
    // Ended by the button of a message, or in the settings of the browser.
    const isEnded = isWanted === false || (isWanted && notifications.permission !== 'granted');
    if (isEnded) await kept.write(undefined);
    return 'off';
  }

  async #find(): Promise<PushSubscription | null> {
    const registration = await this.#parts.getRegistration();
    return (await registration?.pushManager?.getSubscription()) ?? null;
  }

  /**
   * Sends the order of this browser to the server, unless it has it. A lost subscription, or one
   * with other keys, is made again: not every browser reports that it dropped one.
   */
  async #tell(): Promise<void> {
    const { kept, notifications } = this.#parts;
    const before = await kept.read();
    const there = await this.#find();
    const isLost = before?.isWanted === true && notifications()?.permission === 'granted';
    if (!there && !isLost) return;
    const isKnown = there !== null && this.#isKnown(before, there);
    if (isKnown && this.#isFresh(before)) return;
    try {
      await this.#order(there);
    } catch (error) {
      if (!isKnown) throw error;
      logOnce('the server is sent the followed runners again once it answers', error);
    }
  }

  async #order(there: PushSubscription | null): Promise<void> {
    const { ask, kept, timers, untilReady } = this.#parts;
    const isNobody = this.#topics.runners.length + this.#topics.clubs.length === 0;
    const subscription = isNobody ? there : await subscribePush(await untilReady(), ask);
    const address = subscription && addressPush(subscription);
    if (!address) return;
    const order = { ...address, ...this.#topics };
    await (isNobody
      ? askPush(ask, '/push/unsubscribe', { endpoint: order.endpoint })
      : askPush(ask, '/push/subscribe', order));
    await kept.write({ isWanted: true, order, atMs: timers.now() });
  }

  /** Whether the server has the present order. */
  #isKnown(kept: KeptPush | undefined, subscription: PushSubscription): boolean {
    const order = { ...addressPush(subscription), ...this.#topics };
    return JSON.stringify(kept?.order) === JSON.stringify(order);
  }

  #isFresh(kept: KeptPush | undefined): boolean {
    const ageMs = this.#parts.timers.now() - Number(kept?.atMs);
    return ageMs >= 0 && ageMs < TELL_AGAIN_MS;
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(run).catch((error: unknown) => {
      logOnce('this browser cannot be subscribed to notifications', error);
      this.update({ isFailed: true });
    });
    return this.#last;
  }
}
