import { STORAGE_KEYS, keepText, ofDevice, readText } from '#client/live/text-storage.ts';
import { type LanguageCode, chooseLanguage } from '#shared/texts/languages.ts';

export const LANGUAGE_PARAM = 'lang';

/** The language of the address, else the one stored on the device, else the browser's. */
export function findLanguage(search: string): LanguageCode {
  return chooseLanguage(listPreferred(search));
}

function* listPreferred(search: string): Generator<string | null | undefined> {
  yield new URLSearchParams(search).get(LANGUAGE_PARAM);
  yield readText(ofDevice, STORAGE_KEYS.language);
  yield* navigator.languages;
}

/** Stores a chosen language; if the browser stores nothing, it is only in the address. */
export function keepLanguage(code: LanguageCode): void {
  keepText(ofDevice, STORAGE_KEYS.language, code);
}
