import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

import { askPush, fetchPush, keepAt, type KeptPushStore } from './push-subscription.ts';
import { ADDRESS } from './register-worker.ts';

/*
 * The same worker a second time, at the address of race control: so alarms have a subscription of their own at the push
 * service, and ending them does not end news of followed runners, nor the reverse.
 */
const SCOPE = ORGANISERS_SCREENS.control;

export const keptAlarms = keepAt('/push/kept-alarms');

export function isOfAlarms({ scope }: Pick<ServiceWorkerRegistration, 'scope'>): boolean {
  return new URL(scope).pathname === SCOPE;
}

/** Undefined where there is no service worker. */
export async function registerAlarmsWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.register(ADDRESS, { scope: SCOPE });
}

/** Resolves once its worker runs; `ready` may be that of the whole site. */
export async function untilAlarmsReady(): Promise<ServiceWorkerRegistration> {
  const registration = await registerAlarmsWorker();
  if (!registration) throw new Error('There is no service worker.');
  const coming = registration.active
    ? undefined
    : (registration.installing ?? registration.waiting);
  if (coming) {
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve();
        if (coming.state === 'redundant') reject(new Error('The service worker gave up.'));
      });
    });
  }
  return registration;
}

/** The registration in this browser, if somebody wanted alarms here. */
export async function findAlarmsWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return (await navigator.serviceWorker.getRegistrations()).find(isOfAlarms);
}

/** Ends push messages of a registration. The server is told too; if that fails, it learns it with its next message. */
export async function endPush(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  kept: KeptPushStore,
): Promise<void> {
  await kept.write({ isWanted: false });
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await askPush(fetchPush, '/push/unsubscribe', { endpoint });
}
