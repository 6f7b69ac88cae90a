import { forgetText, keepText, ofDevice, readText, watchText } from '#client/live/kept-texts.ts';
import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';

/**
 * Whether this browser may show news outside the page: `unasked` until somebody taps, `none` over
 * plain HTTP and where the browser has no notifications.
 */
export type NotifyState = 'none' | 'unasked' | 'granted' | 'denied';

interface NotifierState {
  readonly state: NotifyState;
  /** Somebody at this device wants no news, not on the page either. */
  readonly isStopped: boolean;
}

/** Set while news is stopped. */
const KEY = 'splitcast.news-stopped';

interface Shown {
  readonly body: string;
  /** A notification with the same tag replaces this one: a push of the server may say the same. */
  readonly tag: string;
  readonly address: string;
}

const ICON = '/icon-192.png';

class Notifier extends ObservableState<NotifierState> {
  constructor() {
    super({ state: readState(), isStopped: readStopped() ?? false });
  }

  /** Allows news again, and asks for the browser's permission if needed; only from a tap. */
  async turnOn(): Promise<void> {
    this.#stop(false);
    if (readState() === 'unasked') {
      try {
        await Notification.requestPermission();
      } catch (error) {
        logOnce('the browser does not ask about notifications', error);
      }
    }
    this.update({ state: readState() });
  }

  /** Ends all news, in every tab. */
  stop(): void {
    this.#stop(true);
  }

  /** Another tab may have stopped it, or turned it on. */
  reread(): void {
    const isStopped = readStopped();
    if (isStopped !== undefined) this.update({ isStopped });
  }

  canShow(): boolean {
    return readState() === 'granted' && !this.getSnapshot().isStopped;
  }

  async show(title: string, shown: Shown): Promise<void> {
    if (!this.canShow()) return;
    const { body, tag, address } = shown;
    try {
      // Phones show only notifications of a service worker; a press on one opens its address.
      const worker = await navigator.serviceWorker?.getRegistration();
      if (worker) {
        await worker.showNotification(title, { body, tag, icon: ICON, data: { address } });
      } else showByPage(title, shown);
    } catch (error) {
      logOnce('the browser shows no notification', error);
    }
  }

  #stop(isStopped: boolean): void {
    // If site data is blocked, this lasts only as long as the page.
    if (isStopped) keepText(ofDevice, KEY, '1');
    else forgetText(ofDevice, KEY);
    this.update({ isStopped });
  }
}

function showByPage(title: string, { body, tag }: Shown): void {
  const shown = new Notification(title, { body, tag, icon: ICON });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
  });
}

function readState(): NotifyState {
  if (!('Notification' in globalThis) || !globalThis.isSecureContext) return 'none';
  const { permission } = Notification;
  return permission === 'default' ? 'unasked' : permission;
}

/** Undefined where the browser keeps nothing. */
function readStopped(): boolean | undefined {
  const text = readText(ofDevice, KEY);
  return text === undefined ? undefined : text !== null;
}

export const notifier = new Notifier();

watchText(KEY, () => notifier.reread());
