import { findScreen, isOfflineScreen } from '#shared/wire/screens.ts';

import { findKept, shell } from './kept-parts.ts';

/** How long a server may take before the cached document opens, which shows the age of its data. */
const PATIENCE_MS = 4_000;

/** Whether it is a page of spectators or marshals. */
export function isPublicPage({ pathname }: URL): boolean {
  const screen = findScreen(pathname);
  return screen !== undefined && isOfflineScreen(screen);
}

/**
 * The server's document, so that a new release, or a rollback, takes effect with the next page; if the server does not
 * answer, that of this release, whose files are all cached.
 */
export async function openPage(request: Request): Promise<Response> {
  const kept = await findKept(shell);
  return kept ? openInTime(request, kept) : fetch(request);
}

export function isPlainPage({ pathname }: URL): boolean {
  return pathname === '/plain';
}

/** The plain page is never cached: without a server the page with the results of the last visit opens. */
export function openPlainPage(request: Request): Promise<Response> {
  const { origin, searchParams } = new URL(request.url);
  const query = new URLSearchParams();
  for (const [from, to] of [
    ['race', 'tab'],
    ['lang', 'lang'],
  ] as const) {
    const value = searchParams.get(from);
    if (value !== null) query.set(to, value);
  }
  return openInTime(request, Response.redirect(`${origin}/?${query}`));
}

function openInTime(request: Request, otherwise: Response): Promise<Response> {
  const answer = fetch(request).then(
    (response) => (response.status < 500 ? response : otherwise),
    () => otherwise,
  );
  const wait = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(otherwise), PATIENCE_MS);
  });
  return Promise.race([answer, wait]);
}
