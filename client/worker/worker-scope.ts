/*
 * What a service worker has beside what a page has. TypeScript has it in a library of types that
 * contradicts the page's, so the used parts are declared here.
 */

/** An event that lasts until the promise settles. */
export interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

/** Somebody pressed a message, or the button named by `action`. */
export interface NotificationPress extends ExtendableEvent {
  readonly notification: Notification;
  readonly action: string;
}

interface PageClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}

interface WorkerEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
  readonly push: PushEvent;
  readonly pushsubscriptionchange: ExtendableEvent;
  readonly notificationclick: NotificationPress;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
