import { STORAGE_KEYS, keepText, ofDevice, readText } from '#client/live/text-storage.ts';
import { type LanguageCode, chooseLanguage } from '#shared/texts/languages.ts';

export const LANGUAGE_PARAM = 'lang';

/** The language in the address, else the one chosen on this device, else the browser's. */
export function findLanguage(search: string): LanguageCode {
  return chooseLanguage(listWanted(search));
}

function* listWanted(search: string): Generator<string | null | undefined> {
  yield new URLSearchParams(search).get(LANGUAGE_PARAM);
  yield readText(ofDevice, STORAGE_KEYS.language);
  yield* navigator.languages;
}

/** Keeps the language that was chosen by hand; where the browser keeps nothing it is only in the address. */
export function keepLanguage(code: LanguageCode): void {
  keepText(ofDevice, STORAGE_KEYS.language, code);
}
