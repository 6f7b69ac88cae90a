import { logOnce } from '#client/live/log-once.ts';

export const ADDRESS = '/service-worker.js';

/** Lets the page open offline from the next visit on, unless the browser refuses. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    const { serviceWorker } = navigator;
    return (await serviceWorker.getRegistration()) ?? (await serviceWorker.register(ADDRESS));
  } catch (error) {
    logOnce('the page will not open offline', error);
    return undefined;
  }
}
