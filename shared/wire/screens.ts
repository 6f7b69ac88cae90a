import type { Standings } from '#shared/scoring/standings.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';

import type { ConfigBody, Head } from './http-api.ts';
import type { RunnerBody } from './runner-api.ts';

/** The addresses of spectators' screens. `:asked` stands for the id or the bib of a runner. */
export const SPECTATORS_SCREENS = {
  results: '/',
  commentary: '/commentary',
  race: '/race',
  board: '/board',
  tables: '/tables',
  corrections: '/corrections',
  runner: '/runner/:asked',
  certificate: '/runner/:asked/certificate',
} as const;

export const ORGANISERS_SCREENS = {
  login: '/login',
  registration: '/admin',
  control: '/control',
  changes: '/changes',
  rollcall: '/rollcall',
  missing: '/missing',
  reads: '/reads',
  desk: '/desk',
  prizes: '/prizes',
  config: '/conf',
  setup: '/racesetup',
  import: '/import',
  readers: '/readers',
  files: '/files',
  health: '/health',
  logo: '/imageuploadlogo',
  background: '/imageuploadbg',
  organisers: '/accounts',
} as const;

export const MARSHALS_SCREENS = { marshal: '/marshal' } as const;

type SpectatorsScreen = keyof typeof SPECTATORS_SCREENS;
export type OrganisersScreen = keyof typeof ORGANISERS_SCREENS;

type FoundForSpectators =
  | { readonly name: Exclude<SpectatorsScreen, 'runner' | 'certificate'> }
  /** `asked` is decoded. */
  | { readonly name: 'runner' | 'certificate'; readonly asked: string };
type FoundScreen =
  | FoundForSpectators
  | { readonly name: OrganisersScreen | keyof typeof MARSHALS_SCREENS };

const RUNNER = /^\/runner\/([^/]{1,300})(\/certificate)?$/i;
const NAMES = new Map(
  Object.entries({ ...ORGANISERS_SCREENS, ...SPECTATORS_SCREENS, ...MARSHALS_SCREENS }).map(
    ([name, path]) => [path as string, { name } as FoundScreen],
  ),
);

/** The screen at the path of an address, ignoring case and a slash at its end. */
export function findScreen(pathname: string): FoundScreen | undefined {
  const path = pathname.length > 2 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const [, escaped, certificate] = RUNNER.exec(path) ?? [];
  if (escaped === undefined) return NAMES.get(path.toLowerCase());
  const asked = decode(escaped);
  return asked === undefined ? asked : { name: certificate ? 'certificate' : 'runner', asked };
}

export function isSpectatorsScreen(screen: FoundScreen): screen is FoundForSpectators {
  return screen.name in SPECTATORS_SCREENS;
}

/** The screens that open without a network, from the worker's cache. */
export function isOfflineScreen(screen: FoundScreen): boolean {
  return screen.name in SPECTATORS_SCREENS || screen.name in MARSHALS_SCREENS;
}

/** The address of one runner at the organisers' desk. */
export function findDeskPath(runnerId: string): string {
  return `${ORGANISERS_SCREENS.desk}?runner=${encodeURIComponent(runnerId)}`;
}

/** The public address of a runner. */
export function findRunnerPath({ runnerId }: { readonly runnerId: string }): string {
  return `/runner/${encodeURIComponent(runnerId)}`;
}

function decode(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    // A malformed escape names nobody.
    return undefined;
  }
}

/** The screens whose first screen the server renders. */
const RENDERED_SCREENS = ['results', 'runner', 'tables', 'commentary'] as const;
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
