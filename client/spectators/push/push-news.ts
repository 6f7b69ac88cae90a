import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { Timers } from '#client/live/timers.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { PushEnd, PushKey, PushOrder } from '#shared/wire/push-api.ts';

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
  /** The last press did not do what it should. */
  readonly isFailed: boolean;
}

/** Of whom this browser is to be told, and in what language. */
export type PushWish = Pick<PushOrder, 'runners' | 'clubs' | 'language'>;

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
  readonly ask: (path: string, body?: PushOrder | PushEnd) => Promise<Response>;
  readonly texts: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly timers: Timers;
  /** Somebody has ended it elsewhere: by the button of a message, or in the settings of the browser. */
  readonly onEnded: () => void;
}

/** What the server was told last, and when. */
const KEY = 'splitcast.push';
/** After so long it is told again, lest it forgot. */
const TELL_AGAIN_MS = 24 * HOUR_MS;
/** Stars come in rows. */
const GATHER_MS = 1_000;

/** Has the server tell this browser of whom one follows, and keeps both in step (SCREENS.md IN9). */
export class PushNews extends ObservableState<PushNewsState> {
  readonly #parts: PushParts;
  #wish: PushWish = { runners: [], clubs: [], language: '' };
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
        await this.#subscribe();
        await this.#tell();
      }
      this.update({ state: await this.#readState(), isFailed: false });
    });
  }

  /** Ends it, here and at the server. */
  turnOff(): Promise<void> {
    return this.#inTurn(async () => {
      const subscription = await this.#find();
      await subscription?.unsubscribe();
      this.#write(undefined);
      this.update({ state: await this.#readState(), isFailed: false });
      if (subscription) await this.#end(subscription.endpoint);
    });
  }

  /** Somebody was starred, or is no longer; the server is told of it soon. */
  follow(wish: PushWish): void {
    this.#wish = wish;
    this.#cancel?.();
    this.#cancel = this.#parts.timers.after(GATHER_MS, () => {
      void this.#inTurn(async () => {
        await this.#tell();
        this.update({ state: await this.#readState() });
      });
    });
  }

  /** What is ended here is ended, whether the server hears of it now or with its next message. */
  async #end(endpoint: string): Promise<void> {
    try {
      await this.#ask('/push/unsubscribe', { endpoint });
    } catch (error) {
      logOnce('the server does not know yet that nothing is to be told', error);
    }
  }

  async #readState(): Promise<PushState> {
    const { isToBeInstalled, getRegistration } = this.#parts;
    if (isToBeInstalled) return 'install';
    const notifications = this.#parts.notifications();
    const registration = notifications && (await getRegistration());
    if (!registration || !('pushManager' in registration)) return 'none';
    if (notifications.permission === 'denied') return 'denied';
    if (await this.#find()) return 'on';
    if (this.#readTold() !== undefined) {
      this.#write(undefined);
      this.#parts.onEnded();
    }
    return 'off';
  }

  async #find(): Promise<PushSubscription | null> {
    const registration = await this.#parts.getRegistration();
    return (await registration?.pushManager?.getSubscription()) ?? null;
  }

  async #subscribe(): Promise<void> {
    const registration = await this.#parts.untilReady();
    const { publicKey } = (await (await this.#ask('/push/key')).json()) as PushKey;
    const before = await this.#find();
    // Of another race that was at this address, whose keys nobody has any more.
    if (before && !isKey(before.options.applicationServerKey, publicKey))
      await before.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    await registration.pushManager.subscribe(options);
  }

  /** Tells the server of whom this browser is to be told, unless it knows. */
  async #tell(): Promise<void> {
    const subscription = await this.#find();
    if (!subscription) return;
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys ?? {};
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return;
    const order: PushOrder = { endpoint, keys: { p256dh, auth }, ...this.#wish };
    const isNobody = order.runners.length + order.clubs.length === 0;
    const text = JSON.stringify(order);
    if (this.#isTold(text)) return;
    await (isNobody
      ? this.#ask('/push/unsubscribe', { endpoint })
      : this.#ask('/push/subscribe', order));
    this.#write(text);
  }

  #isTold(text: string): boolean {
    const { told, atMs } = this.#readTold() ?? {};
    const ageMs = this.#parts.timers.now() - Number(atMs);
    return told === text && ageMs >= 0 && ageMs < TELL_AGAIN_MS;
  }

  /** What the server was told last, as far as it is kept. */
  #readTold(): { readonly told?: unknown; readonly atMs?: unknown } | undefined {
    try {
      return (JSON.parse(this.#parts.texts().getItem(KEY) ?? 'null') as object | null) ?? undefined;
    } catch {
      return undefined;
    }
  }

  #write(told: string | undefined): void {
    try {
      const texts = this.#parts.texts();
      if (told === undefined) texts.removeItem(KEY);
      else texts.setItem(KEY, JSON.stringify({ told, atMs: this.#parts.timers.now() }));
    } catch {
      // Site data is blocked: the server is told once more.
    }
  }

  async #ask(path: string, body?: PushOrder | PushEnd): Promise<Response> {
    const answer = await this.#parts.ask(path, body);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
    return answer;
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(run).catch((error: unknown) => {
      logOnce('the page cannot be told of while it is closed', error);
      this.update({ isFailed: true });
    });
    return this.#last;
  }
}

function isKey(known: ArrayBuffer | null, publicKey: string): boolean {
  if (!known) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(known)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}
