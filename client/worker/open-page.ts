import { findScreen, isOfflineScreen } from '#shared/wire/screens.ts';

import { findKept } from './kept-parts.ts';
import type { Release } from './release.ts';

/** After this the kept page is shown; it says itself how old it is. */
export const PATIENCE_MS = 4_000;

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
  if (!kept) return fetch(request);
  const answer = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  const wait = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([answer, wait]);
}
