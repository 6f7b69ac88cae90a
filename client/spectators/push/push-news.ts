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
 * Whether this browser is told while no page is open:
 * - `none`: it cannot be, over plain HTTP and where browser or person let nothing of the kind be;
 * - `install`: an iPhone or iPad tells only who has put the page on the home screen;
 * - `denied`: somebody has forbidden it, and only the settings of the browser allow it again;
 * - `off`, `on`.
 */
export type PushState = 'none' | 'install' | 'denied' | 'off' | 'on';

export interface PushNewsState {
  readonly state: PushState;
  /** It was wanted, and did not come about: what the server does not know is tried again at the next visit. */
  readonly isFailed: boolean;
}

/** Of whom this browser is to be told, and in what language. */
export type PushTopics = Pick<PushOrder, 'runners' | 'clubs' | 'language'>;

/** What of the browser and the server is needed. */
export interface PushParts {
  /** Undefined where there is no service worker. */
  readonly getRegistration: () => Promise<ServiceWorkerRegistration | undefined>;
  /** The same once its worker runs; never where there is none. */
  readonly untilReady: () => Promise<ServiceWorkerRegistration>;
  readonly notifications: () =>
    | Pick<typeof Notification, 'permission' | 'requestPermission'>
    | undefined;
  /** An iPhone or iPad on which the page is not installed. */
  readonly isToBeInstalled: boolean;
  readonly ask: AskPush;
  readonly kept: KeptPushStore;
  readonly timers: Timers;
  /** Somebody has ended it elsewhere: by the button of a message, or in the settings of the browser. */
  readonly onEnded: () => void;
}

/** After so long it is told again, lest it forgot. */
const TELL_AGAIN_MS = 24 * HOUR_MS;
/** Stars come in rows. */
const GATHER_MS = 1_000;

/** Has the server tell this browser of whom one follows, and keeps both in step (SCREENS.md IN9). */
export class PushNews extends ObservableState<PushNewsState> {
  readonly #parts: PushParts;
  #topics: PushTopics = { runners: [], clubs: [], language: '' };
  #cancel: (() => void) | undefined;
  /** One thing after the other: a press on Stop must not be overtaken by what was starred before it. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: PushParts) {
    super({ state: parts.isToBeInstalled ? 'install' : 'none', isFailed: false });
    this.#parts = parts;
  }

  /** Finds out how it stands. */
  look(): Promise<void> {
    return this.#inTurn(async () => this.update({ state: await this.#readState() }));
  }

  /** From a press alone: the browser asks the person. */
  turnOn(): Promise<void> {
    // Before anything is waited for: Safari takes the press for over by then.
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

  /** Ends it, here and at the server. */
  turnOff(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.kept.write(undefined);
      const subscription = await this.#find();
      await subscription?.unsubscribe();
      this.update({ state: await this.#readState(), isFailed: false });
      if (subscription) await this.#end(subscription.endpoint);
    });
  }

  /** Somebody was starred, or is no longer, or a page was opened; the server is told of it soon. */
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

  /** What is ended here is ended, whether the server hears of it now or with its next message. */
  async #end(endpoint: string): Promise<void> {
    try {
      await askPush(this.#parts.ask, '/push/unsubscribe', { endpoint });
    } catch (error) {
      logOnce('the server does not know yet that nothing is to be told', error);
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
    if (isWanted === false || (isWanted && notifications.permission !== 'granted')) {
      await kept.write(undefined);
      this.#parts.onEnded();
    }
    return 'off';
  }

  async #find(): Promise<PushSubscription | null> {
    const registration = await this.#parts.getRegistration();
    return (await registration?.pushManager?.getSubscription()) ?? null;
  }

  /**
   * Tells the server of whom this browser is to be told, unless it knows. A subscription that was wanted
   * and is gone, or that is of other keys, is made anew: not every browser says when it drops one.
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
      logOnce('the server is told once more of what it knows when it answers again', error);
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

  /** Whether the server was told what is wished for now. */
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
      logOnce('the page cannot be told of while it is closed', error);
      this.update({ isFailed: true });
    });
    return this.#last;
  }
}
