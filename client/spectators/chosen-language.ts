import { type LanguageCode, chooseLanguage } from '#shared/texts/languages.ts';

/** In the address. */
export const LANGUAGE_PARAM = 'lang';
const STORAGE_KEY = 'splitcast.language';

/** The language of the address, else the one chosen on this device, else the browser's. */
export function findLanguage(search: string): LanguageCode {
  const asked = new URLSearchParams(search).get(LANGUAGE_PARAM);
  return chooseLanguage([asked, readKept(), ...navigator.languages]);
}

/** Keeps what was chosen by hand; a browser that keeps nothing has it in the address alone. */
export function keepLanguage(code: LanguageCode): void {
  try {
    localStorage.setItem(STORAGE_KEY, code);
  } catch {
    // Site data is blocked.
  }
}

function readKept(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
