/*
 * What a service worker has beside what a page has. TypeScript knows it from a library of types that
 * contradicts the page's, so what is used of it stands here.
 */

/** An event that lasts until what it waits for is done. */
export interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

/** A page, or a part of one, asks for something. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface WorkerEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
}

/** The global scope of a service worker. */
export interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
