import type { Release } from './release.ts';

const PREFIX = 'splitcast-parts-';
/** A page of a release before goes on finding its parts until so many have followed. */
const RELEASES_KEPT = 3;

/**
 * Keeps all parts of a release, or none: each release has a cache of its own, and what it shares with
 * one before is not fetched again. Throws when a part cannot be had: the browser tries again later.
 */
export async function keepRelease({ shell, parts }: Release): Promise<void> {
  const name = PREFIX + shell;
  const cache = await caches.open(name);
  try {
    // One after the other: whoever looks at the page meanwhile comes first.
    for (const part of [...parts, shell]) {
      if (await cache.match(part)) continue;
      await cache.put(part, (await caches.match(part)) ?? (await fetchPart(part)));
    }
  } catch (error) {
    await caches.delete(name);
    // Without room there is nothing offline, and all else goes on.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}

/** Forgets all releases but this one and the latest before it. */
export async function forgetOldReleases({ shell }: Release): Promise<void> {
  // In the order in which they were made.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const others = names.filter((name) => name !== PREFIX + shell);
  const old = others.slice(0, Math.max(0, others.length - (RELEASES_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A part of the page; what is kept of an organisers' one is nothing. */
export async function findPart(request: Request): Promise<Response> {
  return (await findKept(request)) ?? fetch(request);
}

/** What is kept for an address; undefined also where the browser refuses to say. */
export function findKept(address: RequestInfo): Promise<Response | undefined> {
  return caches.match(address).catch(() => undefined);
}

async function fetchPart(address: string): Promise<Response> {
  const response = await fetch(address);
  // An instance of another release has other parts.
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  return response;
}
