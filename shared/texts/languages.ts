import { type Texts, en } from './en.ts';

/**
 * The languages of the public screens. Another language is another file next to `en.ts` and another row here: the
 * compiler names what it lacks.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English', load: async () => en },
  { code: 'cy', name: 'Cymraeg', load: async () => (await import('./cy.ts')).cy },
  { code: 'de', name: 'Deutsch', load: async () => (await import('./de.ts')).de },
  { code: 'es', name: 'Español', load: async () => (await import('./es.ts')).es },
  { code: 'fr', name: 'Français', load: async () => (await import('./fr.ts')).fr },
  { code: 'nl', name: 'Nederlands', load: async () => (await import('./nl.ts')).nl },
] as const satisfies readonly Language[];

interface Language {
  /** As in addresses and in the `lang` of the page. */
  readonly code: string;
  /** In the language itself. */
  readonly name: string;
  readonly load: () => Promise<Texts>;
}

export type LanguageCode = (typeof LANGUAGES)[number]['code'];

/** The language of the organisers' screens, and the fallback for unknown languages. */
export const MAIN_LANGUAGE: LanguageCode = 'en';

/** The first of the wanted languages that there is; a tag such as `cy-GB` wants `cy`. */
export function chooseLanguage(
  wanted: Iterable<string | null | undefined>,
  fallback: LanguageCode = MAIN_LANGUAGE,
): LanguageCode {
  for (const tag of wanted) {
    const [primary] = (tag ?? '').trim().toLowerCase().split('-');
    const found = LANGUAGES.find(({ code }) => code === primary);
    if (found) return found.code;
  }
  return fallback;
}

/** The texts of a language, fetched on first use. */
export async function loadTexts(code: LanguageCode): Promise<Texts> {
  const language: Language | undefined = LANGUAGES.find((each) => each.code === code);
  return language ? language.load() : en;
}
