import { findScreen, isOfflineScreen } from '#shared/wire/screens.ts';

import { findKept } from './kept-parts.ts';
import type { Release } from './release.ts';

/** Past this, what is kept is shown; the page says by itself how old it is. */
export const PATIENCE_MS = 4_000;

/** What spectators and marshals open. All else goes to the network, as if there were no worker. */
export function isPublicPage({ pathname }: URL): boolean {
  const screen = findScreen(pathname);
  return screen !== undefined && isOfflineScreen(screen);
}

/**
 * The document of a public address. The server's comes first, so a new release and one that was
 * taken back are there with the next page that is opened; without a server, or while it does not
 * answer, the document of this release, whose parts are all kept.
 */
export async function openPage(request: Request, { shell }: Release): Promise<Response> {
  const kept = await findKept(shell);
  if (!kept) return fetch(request);
  const answer = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  const wait = new Promise<Response>((resolve) => {
    setTimeout(() => {
      resolve(kept);
    }, PATIENCE_MS);
  });
  return Promise.race([answer, wait]);
}
