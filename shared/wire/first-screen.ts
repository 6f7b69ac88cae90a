import type { Standings } from '#shared/scoring/standings.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';

import type { ConfigBody, Head } from './http-api.ts';

/** The race as the public sees it. */
export interface DrawnRace {
  readonly config: ConfigBody;
  readonly head: Head;
  readonly standings: Standings;
}

/** What the address asks for. */
export interface DrawnView {
  readonly language: LanguageCode;
  readonly texts: Texts;
  /** As the address names it. */
  readonly tab: string | undefined;
}

/**
 * Draws what the page shows first, as HTML; undefined where that is not worth a document of its own. It
 * is built from the page and called by the server.
 */
export type DrawFirstScreen = (race: DrawnRace, view: DrawnView) => string | undefined;
