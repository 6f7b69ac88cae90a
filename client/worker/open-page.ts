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
export function openPage(request: Request): Promise<Response> {
  const answer = fetch(request);
  const kept = findKept(shell);
  const served = answer.then(
    async (response) => (response.status < 500 ? response : ((await kept) ?? response)),
    async () => (await kept) ?? answer,
  );
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const late = patience.then(async () => (await kept) ?? served);
  return Promise.race([served, late]);
}
