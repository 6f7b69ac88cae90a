import { LRUCache } from 'lru-cache';

import { CachedBody } from './cached-body.ts';

/** The page's part of a document's head, as HTML. */
export interface PageTags {
  readonly language: string;
  /** Title, description and the rest; already escaped. */
  readonly html: string;
}

/** The first screen, as HTML. */
export interface RenderedScreen {
  readonly html: string;
  /** A hash of its content. */
  readonly id: string;
  /** Preloads for the head of the document, as HTML. */
  readonly head?: string;
}

/** Bytes of documents kept: a few kilobytes each, with a first screen some thirty. */
const MAX_BYTES = 4_000_000;
/** A document is kept plain and in two compressed forms, which are smaller. */
const KEPT_FORMS = 2;

const TITLE = /<title>.*?<\/title>/s;
const DESCRIPTION = /\s*<meta name="description"[^>]*>/;
const HEAD_END = '</head>';
const CONTAINER = '<div id="app">';
const LANGUAGE = /(<html lang=")[^"]*/;

/**
 * The document of all screens of the page, with a head that describes the screen for crawlers and for previews of
 * links. Everybody gets the same.
 */
export class PageDocument {
  readonly #before: string;
  readonly #after: string;
  readonly #described = new LRUCache<string, CachedBody>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }, text) => KEPT_FORMS * (size + text.length),
  });

  readonly #script: string;

  /** `script` prepares the first screens that are rendered into it. */
  constructor(html: string, script = '') {
    this.#script = `<script>${script}</script>`;
    const [before = '', after = ''] = html.replace(DESCRIPTION, '').split(TITLE);
    this.#before = before;
    this.#after = after;
  }

  get keptBytes(): number {
    return this.#described.calculatedSize;
  }

  /** The document with this head, from the cache if the content is unchanged. */
  describe({ language, html }: PageTags, screen?: RenderedScreen): CachedBody {
    const key = screen ? `${html}\0${screen.id}` : html;
    const known = this.#described.get(key);
    if (known) return known;
    const head = this.#before.replace(LANGUAGE, (_, start: string) => start + language);
    const body = CachedBody.ofHtml(
      head + html + (screen ? this.#insertScreen(screen) : this.#after),
    );
    this.#described.set(key, body);
    return body;
  }

  /** Marked `data-drawn`, since nothing in it works before the page runs. */
  #insertScreen({ html, head = '' }: RenderedScreen): string {
    const [before = '', after = ''] = this.#after.split(CONTAINER);
    // Its styles follow those of the page, as in a page that loads them.
    const linked = before.replace(HEAD_END, () => head + HEAD_END);
    return `${this.#script}${linked}${CONTAINER}<div data-drawn>${html}</div>${after}`;
  }
}
