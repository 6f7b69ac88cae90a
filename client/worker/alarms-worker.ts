import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

import { askPush, fetchPush, keepAt, type KeptPushStore } from './push-subscription.ts';
import { ADDRESS } from './register-worker.ts';

/** A second registration of the same worker: alarms and news of followed runners have separate push subscriptions. */
const SCOPE = ORGANISERS_SCREENS.control;

export const keptAlarms = keepAt('/push/kept-alarms');

export function isOfAlarms({ scope }: Pick<ServiceWorkerRegistration, 'scope'>): boolean {
  return new URL(scope).pathname === SCOPE;
}

/** Undefined without support for service workers. */
export async function registerAlarmsWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.register(ADDRESS, { scope: SCOPE });
}

/** Resolves once the alarms' worker is active. (`serviceWorker.ready` may be the other registration.) */
export async function untilAlarmsReady(): Promise<ServiceWorkerRegistration> {
  const registration = await registerAlarmsWorker();
  if (!registration) throw new Error('This browser has no service workers.');
  const pending = registration.installing ?? registration.waiting;
  if (pending && !registration.active) {
    await new Promise<void>((resolve, reject) => {
      pending.addEventListener('statechange', () => {
        if (pending.state === 'activated') resolve();
        if (pending.state === 'redundant') reject(new Error('The service worker failed to start.'));
      });
    });
  }
  return registration;
}

/** The alarms' registration, if this browser has one. */
export async function findAlarmsWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return (await navigator.serviceWorker.getRegistrations()).find(isOfAlarms);
}

/** Ends the push messages of a registration. If the server cannot be reached, its next message fails and ends it there. */
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
