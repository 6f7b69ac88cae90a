import type { FetchEvent } from './worker-scope.ts';

/**
 * The files of a release, named by the hash of their content. The build writes them into the worker
 * (`client/worker-build.ts`), without those of organisers' screens.
 */
interface Release {
  /** The document, as one of the files: it is only cached together with the files that it names. */
  readonly shell: string;
  readonly parts: readonly string[];
}

declare const __RELEASE__: Release;

const release: Release = __RELEASE__;
export const { shell } = release;

const PREFIX = 'splitcast-parts-';
const CACHE = PREFIX + shell;
/** Pages of earlier releases may still be open, and load their parts. */
const RELEASES_KEPT = 3;

/**
 * Caches all files of this release, or none. Files shared with an earlier release, which has a cache of its own, are not
 * fetched again. Throws if a file cannot be loaded: the browser tries again later.
 */
export async function keepRelease(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    // One after the other, so as not to compete with the open page.
    for (const part of [...release.parts, shell]) {
      if (await cache.match(part)) continue;
      await cache.put(part, (await caches.match(part)) ?? (await fetchPart(part)));
    }
  } catch (error) {
    await caches.delete(CACHE);
    // Without space only offline use fails.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}

/** Deletes all releases but this one and the latest before it. */
export async function forgetOldReleases(): Promise<void> {
  // In the order of their creation.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const others = names.filter((name) => name !== CACHE);
  const old = others.slice(0, Math.max(0, others.length - (RELEASES_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of the page, from the cache if it is there. */
export async function findPart(request: Request): Promise<Response> {
  return (await findKept(request)) ?? fetch(request);
}

/** Answers with a picture without a version in its address, from the server; caches it for when that does not answer. */
export async function findPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const response = await fetch(request).catch(() => undefined);
  if (!response) return (await findKept(request)) ?? Response.error();
  if (response.ok) {
    const copy = response.clone();
    const cached = caches.open(CACHE).then((cache) => cache.put(request, copy));
    // Without space only offline use fails.
    event.waitUntil(cached.catch(() => undefined));
  }
  return response;
}

/** The cached answer of an address; undefined also if the browser fails. */
export function findKept(address: RequestInfo): Promise<Response | undefined> {
  return caches.match(address).catch(() => undefined);
}

async function fetchPart(address: string): Promise<Response> {
  const response = await fetch(address);
  // A server instance of another release lacks this file.
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  return response;
}
