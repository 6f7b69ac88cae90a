import type { Release } from './release.ts';

const PREFIX = 'splitcast-parts-';
/** A page of an earlier release still finds its files until this many releases have followed. */
const RELEASES_KEPT = 3;

/**
 * Keeps all files of a release, or none: each release has a cache of its own, and files shared with an earlier one are
 * not fetched again. Throws when a file cannot be loaded: the browser tries again later.
 */
export async function keepRelease({ shell, parts }: Release): Promise<void> {
  const name = PREFIX + shell;
  const cache = await caches.open(name);
  try {
    // One after the other: requests of the open page come first.
    for (const part of [...parts, shell]) {
      if (await cache.match(part)) continue;
      await cache.put(part, (await caches.match(part)) ?? (await fetchPart(part)));
    }
  } catch (error) {
    await caches.delete(name);
    // Without room nothing works offline, and everything else goes on.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}

/** Deletes all releases but this one and the latest before it. */
export async function forgetOldReleases({ shell }: Release): Promise<void> {
  // In the order in which they were made.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const others = names.filter((name) => name !== PREFIX + shell);
  const old = others.slice(0, Math.max(0, others.length - (RELEASES_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of the page; files of organisers' screens are not cached. */
export async function findPart(request: Request): Promise<Response> {
  return (await findKept(request)) ?? fetch(request);
}

/** The kept answer for an address; undefined also where the browser fails. */
export function findKept(address: RequestInfo): Promise<Response | undefined> {
  return caches.match(address).catch(() => undefined);
}

async function fetchPart(address: string): Promise<Response> {
  const response = await fetch(address);
  // An instance of another release has other files.
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  return response;
}
