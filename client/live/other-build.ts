import { noteOnce } from './kept-texts.ts';
import { ObservableState } from './observable-state.ts';

/** With the build after it: two instances of different builds would else send a page to and fro. */
const STORAGE_KEY = 'splitcast-reloaded-for ';
const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio])';

/** The build of the server, while it is another one than that of this page and a reload waits for the reader. */
export const otherBuild = new ObservableState<{ readonly build: string | undefined }>({
  build: undefined,
});

export const reloadPage = (): void => location.reload();

/**
 * Compares the build that a greeting names with that of this page, which its entry script names. A page of another build
 * is reloaded, once for each build, since one that is still old after that came from a stale cache; never over an open
 * form (PROTOCOL.md PR7).
 */
export function noteBuild(served: string, reload = reloadPage): void {
  if (typeof document === 'undefined') return;
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const isOther = typeof own === 'string' && served !== '' && served !== own;
  if (isOther && !isFormOpen() && noteOnce(`${STORAGE_KEY}${served}`, 'yes')) reload();
  else otherBuild.update({ build: isOther ? served : undefined });
}

/** Whether a reload could lose something that was typed. */
function isFormOpen(): boolean {
  if (document.querySelector('form, dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return Array.from(fields).some(({ value }) => value !== '');
}
