import { logOnce } from '#client/live/log-once.ts';

export const ADDRESS = '/service-worker.js';

/** Lets the page open without a network from the next visit on. A browser that refuses shows it only with one. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    const { serviceWorker } = navigator;
    return (await serviceWorker.getRegistration()) ?? (await serviceWorker.register(ADDRESS));
  } catch (error) {
    logOnce('the page does not open without a network', error);
    return undefined;
  }
}
