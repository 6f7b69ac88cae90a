import { LANGUAGES } from '#shared/texts/languages.ts';

import { type Html, html } from '../html.ts';
import type { PageTags } from '../page-document.ts';
import type { ServerTexts } from '../page-request.ts';

/** The size of a preview picture that all programs accept. */
export const PREVIEW_SIZE = { width: 1_200, height: 630 };

export interface DescribedPage {
  readonly texts: ServerTexts;
  /** Undefined where the public address of the page is unknown. */
  readonly origin: string | undefined;
  readonly path: string;
  /** The query of the address, without the language. */
  readonly query?: Readonly<Record<string, string>>;
  readonly hasLanguage: boolean;
  readonly title: string;
  readonly description: string;
  /** The race. */
  readonly site: string;
  /** Path and query. */
  readonly picture: string;
  /** The address of the same content for browsers without scripts. */
  readonly plain?: string;
}

/** Writes the head of a document: title, description, and the tags for previews of links. */
export function writeTags(page: DescribedPage): PageTags {
  const { texts, title, description, site, plain } = page;
  const written = html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${site}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:locale" content="${texts.locale}" />
    ${page.origin !== undefined && writeAddresses(page, page.origin)}
    ${
      plain !== undefined &&
      html`<noscript><meta http-equiv="refresh" content="0; url=${plain}" /></noscript>`
    }`;
  return { language: texts.code, html: written.text };
}

/** Addresses in a preview have to be absolute. */
function writeAddresses(
  { texts, path, query, hasLanguage, title, picture }: DescribedPage,
  origin: string,
): Html {
  const write = (language: Readonly<Record<string, string>>): string => {
    const written = new URLSearchParams({ ...query, ...language }).toString();
    return origin + path + (written === '' ? '' : `?${written}`);
  };
  const own = write(hasLanguage ? { lang: texts.code } : {});
  return html`<link rel="canonical" href="${own}" />
    ${LANGUAGES.map(
      ({ code }) =>
        html`<link rel="alternate" hreflang="${code}" href="${write({ lang: code })}" />`,
    )}
    <link rel="alternate" hreflang="x-default" href="${write({})}" />
    <meta property="og:url" content="${own}" />
    <meta property="og:image" content="${origin + picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${PREVIEW_SIZE.width}" />
    <meta property="og:image:height" content="${PREVIEW_SIZE.height}" />
    <meta property="og:image:alt" content="${title}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}
