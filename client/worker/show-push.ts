import type { PushMessage } from '#shared/wire/push-api.ts';

import { endPush, isOfAlarms, keptAlarms } from './alarms-worker.ts';
import { keptPush } from './push-subscription.ts';
import { isPublicPage } from './open-page.ts';
import type { WorkerScope } from './worker-scope.ts';

/** The button of a message that ends all messages. */
export const STOP = 'stop';

/**
 * Shows the server's message, unless a page is visible, which shows it itself. An alarm is always shown, until it is
 * pressed. Safari, the browser without buttons, requires every message to be shown.
 */
export async function showPush(worker: WorkerScope, message: PushMessage): Promise<void> {
  const { title, body, tag, language, address, stop } = message;
  const hasButtons = 'maxActions' in Notification;
  const isAlarm = isOfAlarms(worker.registration);
  if (hasButtons && !isAlarm && (await isPageVisible(worker))) return;
  const actions = hasButtons ? { actions: [{ action: STOP, title: stop }] } : {};
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: '/icon-192.png',
    data: { address },
    ...(isAlarm ? { requireInteraction: true } : {}),
    ...actions,
  });
}

/** Opens the page of a message, in an existing window or a new one. */
export async function openAddress(worker: WorkerScope, data: unknown): Promise<void> {
  const { address = '/' } = (data ?? {}) as { readonly address?: unknown };
  const url = new URL(String(address), worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === url.href);
  await (open ? open.focus() : worker.clients.openWindow(url.href));
}

export function stopPush({ registration }: WorkerScope): Promise<void> {
  return endPush(registration, isOfAlarms(registration) ? keptAlarms : keptPush);
}

async function isPageVisible(worker: WorkerScope): Promise<boolean> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(
    ({ url, visibilityState }) => visibilityState === 'visible' && isPublicPage(new URL(url)),
  );
}
