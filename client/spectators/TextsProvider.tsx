import { type LanguageCode, MAIN_LANGUAGE, loadTexts } from '#shared/texts/languages.ts';
import { type Texts, en } from '#shared/texts/en.ts';
import { type ReactNode, use, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { logOnce } from '#client/live/log-once.ts';
import { browserTimers } from '#client/live/timers.ts';
import { loadInTime } from '#client/ui/deferred.tsx';
import { TextsContext } from '#client/ui/use-texts.ts';
import { findLanguage } from './chosen-language.ts';

interface Shown {
  readonly code: LanguageCode;
  readonly texts: Texts;
}

/** After this a page is shown in the main language. */
const PATIENCE_MS = 10_000;

const MAIN: Shown = { code: MAIN_LANGUAGE, texts: en };

/** React needs the same promise each time. */
const loading = new Map<LanguageCode, Promise<Shown>>();

function loadOnce(code: LanguageCode): Promise<Shown> {
  const known = loading.get(code);
  if (known) return known;
  const promise = loadInTime(() => loadTexts(code), browserTimers, PATIENCE_MS).then(
    (texts) => ({ code, texts }),
    (error: unknown) => {
      // The race in another language is better than none.
      logOnce('the texts of a language could not be loaded', error);
      return MAIN;
    },
  );
  loading.set(code, promise);
  return promise;
}

/** Loads the texts of the first language, before the page is shown. */
export async function loadShownTexts(): Promise<void> {
  await loadOnce(findLanguage(location.search));
}

/**
 * Gives the screens of spectators their language, which is the page's while one of them is shown. English is there at
 * once; for another one the first paint waits, and a change keeps the shown texts until the new ones are loaded.
 */
export function TextsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const wanted = findLanguage(useLocation().search);
  const { code, texts } = wanted === MAIN_LANGUAGE ? MAIN : use(loadOnce(wanted));
  useLayoutEffect(() => {
    document.documentElement.lang = code;
    return () => {
      document.documentElement.lang = MAIN_LANGUAGE;
    };
  }, [code]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}
