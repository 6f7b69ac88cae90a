import type { Texts } from '#shared/texts/en.ts';
import { type LanguageCode, chooseLanguage, loadTexts } from '#shared/texts/languages.ts';

/** The language of an answer and its texts. */
export interface AnswerTexts {
  readonly code: LanguageCode;
  readonly texts: Texts;
}

/** What a request says of the language it wants. */
export interface WantedLanguage {
  /** The parameter of the address, whatever it is. */
  readonly lang?: unknown;
  readonly acceptLanguage?: string | undefined;
}

/** The texts for what the server writes itself: in the language of the address, else the browser's. */
export async function textsFor({ lang, acceptLanguage }: WantedLanguage): Promise<AnswerTexts> {
  const asked = typeof lang === 'string' ? [lang] : [];
  const code = chooseLanguage([...asked, ...parseAcceptLanguage(acceptLanguage ?? '')]);
  return { code, texts: await loadTexts(code) };
}

/** The tags of an Accept-Language header, the most wanted first; those with `q=0` are not wanted. */
function parseAcceptLanguage(header: string): readonly string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...params] = entry.split(';').map((part) => part.trim());
      const q = params.find((param) => param.startsWith('q='))?.slice(2);
      return { tag, weight: q === undefined ? 1 : Number(q) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
