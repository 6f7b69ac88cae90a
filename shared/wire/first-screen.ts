import type { Standings } from '#shared/scoring/standings.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';

import type { ConfigBody, Head } from './http-api.ts';
import type { RunnerBody } from './runner-api.ts';

/** The screens whose first screen the server renders. */
export const RENDERED_SCREENS = ['results', 'runner', 'tables', 'commentary'] as const;
export type RenderedScreenName = (typeof RENDERED_SCREENS)[number];

export interface RenderedRace {
  readonly config: ConfigBody;
  readonly head: Head;
  readonly standings: Standings;
}

export interface RenderedView {
  readonly language: LanguageCode;
  readonly texts: AllTexts;
  readonly screen: RenderedScreenName;
  /** The tab of the results, as in the address. */
  readonly tab?: string | undefined;
  /** For a runner's page: everything it shows except the settings. */
  readonly runner?: RunnerBody;
}

/**
 * Renders the first screen as HTML; undefined where that is not worth a document of its own. It is built from the page
 * and called by the server.
 */
export type RenderFirstScreen = (race: RenderedRace, view: RenderedView) => string | undefined;

/** By screen: what the head of its document preloads, as HTML, in addition to what every document has. */
export type RenderedHeads = Readonly<Partial<Record<RenderedScreenName, string>>>;
