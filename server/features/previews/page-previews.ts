import type { IncomingMessage } from 'node:http';
import { joinParts } from '#shared/format/isolate-text.ts';

import { LRUCache } from 'lru-cache';

import {
  SPECTATORS_SCREENS,
  findScreen,
  findRunnerPath,
  isSpectatorsScreen,
} from '#shared/wire/screens.ts';
import type { ServerConfig } from '#server/config/config.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { summariseRace, addressPicture } from '#server/web/head/race-summary.ts';
import { writeTags } from '#server/web/head/write-tags.ts';
import { findOrigin, parseAddress, findTexts, type ServerTexts } from '#server/web/page-request.ts';
import type { PageDescription } from '#server/web/static-files.ts';

import { RunnerSummaries } from './runner-summary.ts';

/** Title prefixes. */
const PREFIXES = {
  results: () => '',
  commentary: ({ page }) => page.commentary.title,
  race: ({ page }) => page.spectators.race,
  board: ({ page }) => page.board.title,
  tables: ({ tables }) => tables,
  corrections: ({ page }) => page.spectators.corrections,
} as const satisfies Readonly<Record<string, (texts: ServerTexts) => string>>;

/** Bounded, since requests can have any host. A description takes 250 µs, a cached one 12 µs. */
const MAX_KEPT = 64;

interface Place {
  readonly origin: string | undefined;
  readonly path: string;
  readonly hasLanguage: boolean;
}

/** Descriptions for the documents of public screens (PROTOCOL.md PW1). Only those of the race are cached. */
export class PagePreviews {
  readonly #race: LiveRace;
  readonly #summaries: RunnerSummaries;
  readonly #config: ServerConfig;
  readonly #kept = new LRUCache<string, PageDescription>({ max: MAX_KEPT });
  /** The data of the cached descriptions. */
  #madeOf: Partial<Pick<LiveRace, 'config' | 'pictures'>> = {};

  constructor(race: LiveRace, config: ServerConfig) {
    this.#race = race;
    this.#summaries = new RunnerSummaries(race);
    this.#config = config;
  }

  /** The number of cached descriptions. */
  get size(): number {
    return this.#kept.size;
  }

  /** Undefined if the address is not a public screen. */
  describe(request: IncomingMessage): PageDescription | undefined {
    const { path: given, query } = parseAddress(request);
    const screen = findScreen(given);
    if (!screen || !isSpectatorsScreen(screen)) return undefined;
    if (!this.#race.isLoaded) return { isFound: true };
    const texts = findTexts(request, query);
    const place = {
      origin: findOrigin(request, this.#config),
      path: SPECTATORS_SCREENS[screen.name],
      hasLanguage: query.has('lang'),
    };
    if ('asked' in screen) {
      const described = this.#describeRunner(screen.asked, place, texts);
      return screen.name === 'runner' ? described : { ...described, isUnlisted: true };
    }
    return this.#keep(`${place.origin} ${place.path} ${place.hasLanguage} ${texts.code}`, () =>
      this.#describeRace(PREFIXES[screen.name](texts), place, texts),
    );
  }

  #describeRace(screen: string, place: Place, texts: ServerTexts): PageDescription {
    const summary = summariseRace(this.#race, texts);
    const { raceTitle, sentence } = summary;
    const tags = writeTags({
      ...place,
      texts,
      title: joinParts([screen, raceTitle]),
      description: sentence,
      site: raceTitle,
      picture: addressPicture('/preview/race.png', summary, this.#race.pictures),
      // For browsers without scripts.
      plain: `/plain${place.hasLanguage ? `?lang=${texts.code}` : ''}`,
    });
    return { isFound: true, tags };
  }

  #describeRunner(idOrBib: string, place: Place, texts: ServerTexts): PageDescription {
    const summary = this.#summaries.summarise(idOrBib, texts);
    if (!summary) return { isFound: false };
    const runnerId = encodeURIComponent(summary.runnerId);
    const { name, outcome, raceTitle, sentence } = summary;
    const tags = writeTags({
      ...place,
      path: findRunnerPath(summary),
      texts,
      title: joinParts([name, outcome, raceTitle]),
      description: sentence,
      site: raceTitle,
      picture: addressPicture(`/preview/runner/${runnerId}.png`, summary, this.#race.pictures),
    });
    // Keep the page of a private runner out of search engines.
    return { isFound: true, tags, isUnlisted: summary.isNameless };
  }

  #keep(key: string, describe: () => PageDescription): PageDescription {
    const { config, pictures } = this.#race;
    const isCurrent = this.#madeOf.config === config && this.#madeOf.pictures === pictures;
    if (!isCurrent) this.#kept.clear();
    this.#madeOf = { config, pictures };
    const known = this.#kept.get(key) ?? describe();
    this.#kept.set(key, known);
    return known;
  }
}
