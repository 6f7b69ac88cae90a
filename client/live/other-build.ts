import { noteOnce } from './text-storage.ts';
import { ObservableState } from './observable-state.ts';

/** Prefix of a build: pages would reload forever between two instances of different builds. */
const STORAGE_KEY = 'splitcast-reloaded-for ';
const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio])';

/** The server's build, while it differs from the page's and a reload waits for the reader. */
export const otherBuild = new ObservableState<{ readonly build: string | undefined }>({
  build: undefined,
});

export const reloadPage = (): void => location.reload();

/**
 * Compares the build in `hello` with that of this page, its entry script. A page of another build is reloaded, but once
 * for each build, since one that is still old afterwards came from a stale cache, and never over an open form
 * (PROTOCOL.md PR7).
 */
export function noteBuild(served: string, reload = reloadPage): void {
  if (typeof document === 'undefined') return;
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const isOther = typeof own === 'string' && served !== '' && served !== own;
  if (isOther && !isFormOpen() && noteOnce(`${STORAGE_KEY}${served}`, 'yes')) reload();
  else otherBuild.update({ build: isOther ? served : undefined });
}

/** Whether a reload could lose typed text. */
function isFormOpen(): boolean {
  if (document.querySelector('form, dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return Array.from(fields).some(({ value }) => value !== '');
}
