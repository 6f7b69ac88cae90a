import type { IncomingMessage } from 'node:http';
import * as cy from '#shared/texts/cy.ts';
import * as de from '#shared/texts/de.ts';
import * as es from '#shared/texts/es.ts';
import * as fr from '#shared/texts/fr.ts';
import * as nl from '#shared/texts/nl.ts';
import { type ServedTexts, served as servedEn } from '#shared/texts/en.ts';
import { type AllTexts, allEn } from '#shared/texts/en-screens.ts';
import { type LanguageCode, chooseLanguage } from '#shared/texts/languages.ts';
import { rankLanguages } from './cached-body.ts';
import type { ServerConfig } from '#server/config/config.ts';

/** The texts of a language for pages written by the server. */
export interface ServerTexts extends ServedTexts {
  readonly code: LanguageCode;
  /** The texts that the page uses too. */
  readonly page: AllTexts;
}

export const SERVER_TEXTS: Readonly<Record<LanguageCode, ServerTexts>> = {
  en: { code: 'en', page: allEn, ...servedEn },
  cy: { code: 'cy', page: cy.cy, ...cy.served },
  de: { code: 'de', page: de.de, ...de.served },
  es: { code: 'es', page: es.es, ...es.served },
  fr: { code: 'fr', page: fr.fr, ...fr.served },
  nl: { code: 'nl', page: nl.nl, ...nl.served },
};

/** The language of a request: the one in its address, else that of its browser. */
export function findTexts(
  { headers }: Pick<IncomingMessage, 'headers'>,
  query: URLSearchParams,
): ServerTexts {
  const wanted = rankLanguages(headers['accept-language']);
  return SERVER_TEXTS[chooseLanguage([query.get('lang'), ...wanted])];
}

/** A host that may be part of an address shown to others. */
const HOST_FORM = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The origin under which others reach this service: the configured one, else the host that the request names; undefined
 * if neither can be shared. A forwarded host is not trusted, and caches on the way do not distinguish answers by it.
 */
export function findOrigin(
  request: IncomingMessage,
  { publicOrigin, trustProxy }: Pick<ServerConfig, 'publicOrigin' | 'trustProxy'>,
): string | undefined {
  if (publicOrigin !== undefined) return publicOrigin;
  const host = request.headers.host ?? '';
  if (!HOST_FORM.test(host)) return undefined;
  const scheme = trustProxy > 0 ? request.headers['x-forwarded-proto'] : undefined;
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
}

export function parseAddress({ url = '/' }: IncomingMessage): {
  readonly path: string;
  readonly query: URLSearchParams;
} {
  const at = url.indexOf('?');
  return at < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}
