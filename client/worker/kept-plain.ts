import { findKept } from './kept-parts.ts';
import { PATIENCE_MS } from './open-page.ts';
import type { FetchEvent } from './worker-scope.ts';

const CACHE = 'splitcast-plain';
const PAGE = '/plain';
const STYLES = '/plain.css';
/** The most recently opened pages. */
const MOST_KEPT = 12;
/** More than a sheet of a thousand rows takes. */
const MOST_BYTES = 1_000_000;
/** The note of a page from the cache; the server writes it hidden (`server/features/plain/write-page.ts`). */
const HIDDEN_NOTE = '<p class="kept" hidden>';

/** A plain page that is opened, or its styles; the page itself requests nothing else. */
export function isPlain({ pathname }: URL, { mode }: Request): boolean {
  return pathname === (mode === 'navigate' ? PAGE : STYLES);
}

/**
 * Answers from the server while it does answer. Otherwise with the page of the last visit, which says that it was kept
 * and when it was made, or, for a page that was not opened before, with the live page. Styles come from the last visit
 * if possible: on a hanging line the page has waited once already.
 */
export async function openPlain(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const answer = fetch(request);
  event.waitUntil(
    answer.then(
      (response) => keep(request.url, response.clone()),
      () => undefined,
    ),
  );
  const kept = await findKept(request.url);
  if (kept && request.mode !== 'navigate') return kept;
  const settled = answer.then(
    (response) => (response.status < 500 ? response : fallBack(request)),
    () => fallBack(request),
  );
  if (!kept) return settled;
  const wait = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(fallBack(request)), PATIENCE_MS),
  );
  return Promise.race([settled, wait]);
}

async function fallBack({ url, mode }: Request): Promise<Response> {
  if (mode !== 'navigate') return Response.error();
  const kept = await findKept(url);
  if (!kept) return leadToLive(new URL(url));
  const text = (await kept.text()).replace(HIDDEN_NOTE, HIDDEN_NOTE.replace(' hidden', ''));
  return new Response(text, { headers: kept.headers });
}

/** The page that has the results of the last visit itself. */
function leadToLive({ origin, searchParams }: URL): Response {
  const query = new URLSearchParams();
  for (const [from, to] of [
    ['race', 'tab'],
    ['lang', 'lang'],
  ] as const) {
    const value = searchParams.get(from);
    if (value !== null) query.set(to, value);
  }
  return Response.redirect(`${origin}/?${query.toString()}`);
}

/** Keeps a page in place of its older version, as the latest. A browser without room shows it anyway. */
async function keep(address: string, response: Response): Promise<void> {
  if (response.status !== 200) return;
  try {
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > MOST_BYTES) return;
    const headers = new Headers(response.headers);
    // They describe the body as sent, which is not the kept one.
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
    const cache = await caches.open(CACHE);
    // Deleted first, so that the addresses are in the order in which they were opened.
    await cache.delete(address);
    await cache.put(address, new Response(bytes, { headers }));
    const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === PAGE);
    const old = pages.slice(0, Math.max(0, pages.length - MOST_KEPT));
    await Promise.all(old.map((page) => cache.delete(page)));
  } catch {
    // It is fetched again the next time.
  }
}
