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
  if (!kept) return fetch(request);
  const answer = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  const wait = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MS);
  });
  return Promise.race([answer, wait]);
}
