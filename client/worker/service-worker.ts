import { AUTH_HEADER } from '#shared/wire/auth-api.ts';

import { findPart, forgetOldReleases, keepRelease } from './kept-parts.ts';
import { findPicture, isPicture } from './kept-pictures.ts';
import { isPlain, openPlain } from './kept-plain.ts';
import { isPublicPage, openPage } from './open-page.ts';
import { release } from './release.ts';
import { STOP, openAddress, renewPush, showPush, stopPush } from './show-push.ts';
import type { WorkerScope } from './worker-scope.ts';

const worker = globalThis as unknown as WorkerScope;

/*
 * Opens the results without a network. It keeps the page and the pictures; the race itself is kept by
 * the page (`client/live/race-cache-writer.ts`), which says how old it is.
 *
 * 1. A new release is fetched whole beside the ones before, and takes over as soon as it is there:
 *    parts are named by their content, so pages of both find theirs.
 * 2. Documents come from the server while it answers.
 * 3. Of organisers nothing is kept, and nothing that carries a token is touched.
 * 4. It shows what the server tells those who follow somebody, while nobody looks at the page, and
 *    renews what the browser drops of that.
 */
worker.addEventListener('install', (event) => {
  event.waitUntil(keepRelease(release).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOldReleases(release), worker.clients.claim()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = url.origin === worker.location.origin && request.method === 'GET';
  if (!isOurs || request.headers.has(AUTH_HEADER)) return;
  if (isPlain(url, request)) event.respondWith(openPlain(event));
  else if (request.mode === 'navigate') {
    if (isPublicPage(url)) event.respondWith(openPage(request, release));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(findPart(request));
  else if (isPicture(url)) event.respondWith(findPicture(request));
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showPush(worker, readJson(event.data)));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPush(worker));
});

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(
    action === STOP ? stopPush(worker) : openAddress(worker, notification.data as unknown),
  );
});

function readJson(data: { json(): unknown } | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}
