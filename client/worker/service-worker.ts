import { findPart, findPicture, forgetOldReleases, keepRelease } from './kept-parts.ts';
import { isPublicPage, openPage } from './open-page.ts';
import { STOP, openAddress, showPush, stopPush } from './show-push.ts';
import type { WorkerScope } from './worker-scope.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

const SHIPPED = new Set(['/logo.png', '/background.jpg']);

const worker = globalThis as unknown as WorkerScope;

/*
 * Opens the results without a network. It caches the page and the shipped pictures; the page caches the race itself
 * (`client/live/keep-race.ts`), and the browser the uploaded pictures, whose addresses have a version.
 *
 * 1. A new release is cached whole, next to the earlier ones, and takes over at once: files are named by their content,
 *    so that open pages of an earlier release still find theirs.
 * 2. Documents come from the server while it answers.
 * 3. Nothing of organisers is cached: the worker answers only the addresses below, which are the same for everybody.
 * 4. It shows push messages to followers, unless a page is visible. A subscription that the browser dropped is renewed by
 *    the next page.
 */
worker.addEventListener('install', (event) =>
  event.waitUntil(keepRelease().then(() => worker.skipWaiting())),
);

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOldReleases(), worker.clients.claim()])),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (isPublicPage(url)) event.respondWith(openPage(request));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(findPart(request));
  else if (SHIPPED.has(url.pathname) && url.search === '') event.respondWith(findPicture(event));
});

// Only the race's own server can send one: the browser checks its key.
worker.addEventListener('push', (event) =>
  event.waitUntil(showPush(worker, event.data.json() as PushMessage)),
);

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(
    action === STOP ? stopPush(worker) : openAddress(worker, notification.data as unknown),
  );
});
