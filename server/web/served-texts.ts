import type { IncomingMessage } from 'node:http';

import * as cy from '#shared/texts/cy.ts';
import { type ServedTexts, served as servedEn } from '#shared/texts/en.ts';
import { type AllTexts, allEn } from '#shared/texts/en-screens.ts';
import { type LanguageCode, chooseLanguage } from '#shared/texts/languages.ts';

import { rankLanguages } from './accepted.ts';

/** The texts of a language for what the server writes itself. */
export interface ServerTexts extends ServedTexts {
  readonly code: LanguageCode;
  /** The texts that the page uses too. */
  readonly page: AllTexts;
}

export const SERVER_TEXTS: Readonly<Record<LanguageCode, ServerTexts>> = {
  en: { code: 'en', page: allEn, ...servedEn },
  cy: { code: 'cy', page: cy.cy, ...cy.served },
};

/** The language of a request: the one in its address, else that of its browser. */
export function findTexts(
  { headers }: Pick<IncomingMessage, 'headers'>,
  query: URLSearchParams,
): ServerTexts {
  const wanted = rankLanguages(headers['accept-language']);
  return SERVER_TEXTS[chooseLanguage([query.get('lang'), ...wanted])];
}
