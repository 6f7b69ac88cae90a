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

/** After this time the page is shown in the main language. */
const PATIENCE_MS = 10_000;

const MAIN: Shown = { code: MAIN_LANGUAGE, texts: en };

/** `use` needs the same promise in each render. */
const loading = new Map<LanguageCode, Promise<Shown>>();

function loadOnce(code: LanguageCode): Promise<Shown> {
  const known = loading.get(code);
  if (known) return known;
  const promise = loadInTime(() => loadTexts(code), browserTimers, PATIENCE_MS).then(
    (texts) => ({ code, texts }),
    (error: unknown) => {
      logOnce('the texts of a language could not be loaded', error);
      return MAIN;
    },
  );
  loading.set(code, promise);
  return promise;
}

/** Loads the texts of the current language. */
export async function loadShownTexts(): Promise<void> {
  await loadOnce(findLanguage(location.search));
}

/**
 * Provides the spectators' screens with texts, and sets the language of the document. English is bundled; the first
 * paint waits for any other language, and a change shows the old texts until the new ones are loaded.
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
