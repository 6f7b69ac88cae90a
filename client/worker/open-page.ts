import { findScreen, isOfflineScreen } from '#shared/wire/screens.ts';

import { findKept } from './kept-parts.ts';
import type { Release } from './release.ts';

/** After this the kept copy is shown; it says how old it is. */
const PATIENCE_MS = 4_000;

/** The pages of spectators and marshals. Everything else goes to the network, as if there were no worker. */
export function isPublicPage({ pathname }: URL): boolean {
  const screen = findScreen(pathname);
  return screen !== undefined && isOfflineScreen(screen);
}

/**
 * The document of a public address. The server's comes first, so that the next opened page has a
 * new release, or the one that was rolled back to; while the server does not answer, the document
 * of this release, whose files are all kept.
 */
export async function openPage(request: Request, { shell }: Release): Promise<Response> {
  const kept = await findKept(shell);
  return kept ? openInTime(request, kept) : fetch(request);
}

export function isPlainPage({ pathname }: URL): boolean {
  return pathname === '/plain';
}

/** The plain page comes from the server alone; without one, the page that has the results of the last visit opens. */
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
