import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';

/**
 * Whether this browser may show news outside the page: `unasked` until somebody taps, `none` over
 * plain HTTP and where the browser has no notifications.
 */
export type NotifyState = 'none' | 'unasked' | 'granted' | 'denied';

class Notifier extends ObservableState<{ readonly state: NotifyState }> {
  constructor() {
    super({ state: readState() });
  }

  /** Asks the person at the browser; only from a tap. */
  async ask(): Promise<void> {
    try {
      await Notification.requestPermission();
    } catch (error) {
      logOnce('the browser does not ask about notifications', error);
    }
    this.update({ state: readState() });
  }

  /**
   * Shows a text outside the page. The same tag replaces what was shown under it: a push of the
   * server may tell the same.
   */
  async show(title: string, body: string, tag: string): Promise<void> {
    if (readState() !== 'granted') return;
    try {
      // Phones show notifications of a service worker alone.
      const worker = await navigator.serviceWorker?.getRegistration();
      if (worker) await worker.showNotification(title, { body, tag });
      else showByPage(title, body, tag);
    } catch (error) {
      logOnce('the browser shows no notification', error);
    }
  }
}

function showByPage(title: string, body: string, tag: string): void {
  const shown = new Notification(title, { body, tag });
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

export const notifier = new Notifier();
