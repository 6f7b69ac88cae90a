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
 * Whether this browser receives push notifications:
 * - `none`: not supported, as over plain HTTP;
 * - `install`: only for a page on the home screen, as on an iPhone or iPad;
 * - `denied`: blocked in the browser's settings;
 * - `off`, `on`.
 */
export type PushState = 'none' | 'install' | 'denied' | 'off' | 'on';

export interface PushNewsState {
  readonly state: PushState;
  /** Turning on failed; it is tried again at the next visit. */
  readonly isFailed: boolean;
}

export type PushTopics = Pick<PushOrder, 'runners' | 'clubs' | 'language'>;

export interface PushParts {
  /** Undefined without service workers. */
  readonly getRegistration: () => Promise<ServiceWorkerRegistration | undefined>;
  /** Resolves once the worker is active; never without one. */
  readonly untilReady: () => Promise<ServiceWorkerRegistration>;
  readonly notifications: () =>
    | Pick<typeof Notification, 'permission' | 'requestPermission'>
    | undefined;
  /** Notifications need the page to be installed first. */
  readonly isToBeInstalled: boolean;
  readonly ask: AskPush;
  readonly kept: KeptPushStore;
  readonly timers: Timers;
}

/** The order is resent after this time, in case the server lost it. */
const RESEND_MS = 24 * HOUR_MS;
/** Collects several changes into one call. */
const GATHER_MS = 1_000;

/** The state as known synchronously, so that the row does not appear later. */
function guessState({ isToBeInstalled, notifications }: PushParts): PushState {
  if (isToBeInstalled) return 'install';
  const { permission } = notifications() ?? {};
  return permission === undefined ? 'none' : permission === 'denied' ? 'denied' : 'off';
}

/** The push subscription of this browser, kept in step with the followed runners. */
export class PushNews extends ObservableState<PushNewsState> {
  readonly #parts: PushParts;
  #topics: PushTopics = { runners: [], clubs: [], language: '' };
  #cancel: (() => void) | undefined;
  /** Serializes the calls: an earlier change must not overtake a press on Stop. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: PushParts) {
    super({ state: guessState(parts), isFailed: false });
    this.#parts = parts;
  }

  /** Reads the current state. */
  look(): Promise<void> {
    return this.#inTurn(async () => this.update({ state: await this.#readState() }));
  }

  /** Call from a press: the browser asks for permission. */
  turnOn(): Promise<void> {
    // Before any await: afterwards Safari no longer counts it as a press.
    const notifications = this.#parts.notifications();
    const isGranted = notifications?.permission === 'granted';
    const asking = isGranted ? 'granted' : notifications?.requestPermission();
    return this.#inTurn(async () => {
      const permission = await asking;
      if (permission === 'granted' && (await this.#parts.getRegistration())) {
        const before = await this.#parts.kept.read();
        await this.#parts.kept.write({ ...before, isWanted: true });
        await this.#send();
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
      const { endpoint } = subscription ?? {};
      if (endpoint === undefined) return;
      // Best effort: the server otherwise notices with its next message.
      await askPush(this.#parts.ask, '/push/unsubscribe', { endpoint }).catch((error: unknown) =>
        logOnce('the server has not ended the notifications yet', error),
      );
    });
  }

  /** Sends the server new topics, with a short delay. */
  follow(topics: PushTopics): void {
    this.#topics = topics;
    this.#cancel?.();
    this.#cancel = this.#parts.timers.after(GATHER_MS, () => {
      void this.#inTurn(async () => {
        await this.#send();
        this.update({ state: await this.#readState(), isFailed: false });
      });
    });
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
    // Ended by the button of a notification, or in the browser's settings.
    const isEnded = isWanted === false || (isWanted && notifications.permission !== 'granted');
    if (isEnded) await kept.write(undefined);
    return 'off';
  }

  async #find(): Promise<PushSubscription | null> {
    const registration = await this.#parts.getRegistration();
    return (await registration?.pushManager?.getSubscription()) ?? null;
  }

  /**
   * Sends the order to the server, unless it has it. Renews a lost subscription or one with other keys, since not every
   * browser reports that it dropped one.
   */
  async #send(): Promise<void> {
    const { ask, kept, notifications, timers, untilReady } = this.#parts;
    const before = await kept.read();
    const there = await this.#find();
    const isLost = before?.isWanted === true && notifications()?.permission === 'granted';
    if (there ? this.#isKnown(before, there) : !isLost) return;
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

  /** Whether the server was sent the current order within {@link RESEND_MS}. */
  #isKnown(kept: KeptPush | undefined, subscription: PushSubscription): boolean {
    const order = { ...addressPush(subscription), ...this.#topics };
    const ageMs = this.#parts.timers.now() - Number(kept?.atMs);
    const isFresh = ageMs >= 0 && ageMs < RESEND_MS;
    return isFresh && JSON.stringify(kept?.order) === JSON.stringify(order);
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(run).catch((error: unknown) => {
      logOnce('this browser cannot be subscribed to notifications', error);
      this.update({ isFailed: true });
    });
    return this.#last;
  }
}
