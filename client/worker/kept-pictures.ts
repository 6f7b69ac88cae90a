const CACHE = 'splitcast-pictures';
/** Logo and background, and those they took the place of. */
const MOST_KEPT = 4;
const ADDRESSES = new Set(['/logo.png', '/background.jpg']);

export function isPicture({ pathname }: URL): boolean {
  return ADDRESSES.has(pathname);
}

/** A picture of the race: one whose address names its version comes from what is kept, any other only without the network. */
export async function findPicture(request: Request): Promise<Response> {
  const kept = await caches.match(request).catch(() => undefined);
  if (kept && new URL(request.url).searchParams.has('v')) return kept;
  try {
    const response = await fetch(request);
    if (response.ok && response.status !== 206) await keep(request, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** A browser that has no room or refuses shows the picture all the same. */
async function keep(request: Request, response: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(request, response);
    const addresses = await cache.keys();
    const old = addresses.slice(0, Math.max(0, addresses.length - MOST_KEPT));
    await Promise.all(old.map((address) => cache.delete(address)));
  } catch {
    // It is fetched again the next time.
  }
}
