import type { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { summariseRace, addressPicture } from '#server/web/head/race-summary.ts';
import { writeTags } from '#server/web/head/write-tags.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { Starter } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { eventsOf } from '#shared/scoring/tabs.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { type Choice, writeQuery, cutPage, listSections } from './list-sections.ts';
import { writePage } from './write-page.ts';
import { writeResults } from './write-table.ts';

const ROWS_A_PAGE = 200;
const ROWS_TO_PRINT = 1_000;

/** Of cached pages. */
const MAX_BYTES = 8_000_000;
/** Accounts for the compressed forms of a page. */
const KEPT_FORMS = 2;
/** Counted for a missing page. */
const NOTHING_BYTES = 100;
const LIMITS = { inAll: 64, perNetwork: 16 };

export interface PlainRequest {
  readonly choice: Choice;
  readonly texts: ServerTexts;
  readonly hasLanguage: boolean;
  /** The caller's address. */
  readonly from: string;
}

export interface PlainPagesParts {
  readonly race: LiveRace;
  /** From the settings: cached pages must not depend on the host of a request. */
  readonly origin: string | undefined;
}

/** The results as plain tables, for browsers without scripts, search engines and printing. */
export class PlainPages {
  readonly #race: LiveRace;
  readonly #origin: string | undefined;
  readonly #made: SingleFlightCache<CachedBody | undefined>;

  constructor({ race, origin }: PlainPagesParts) {
    this.#race = race;
    this.#origin = origin;
    this.#made = new SingleFlightCache({
      race,
      maxBytes: MAX_BYTES,
      bytesOf: (body, key) => KEPT_FORMS * ((body?.size ?? NOTHING_BYTES) + key.length),
      queue: new FairQueue(LIMITS),
    });
  }

  /** The page, possibly slightly old; undefined beyond the last page. */
  async get(request: PlainRequest): Promise<CachedBody | undefined> {
    const { choice, texts, hasLanguage, from } = request;
    const key = [texts.code, hasLanguage, ...Object.values(writeQuery(choice))].join(' ');
    return this.#made.get(key, from, async (nowMs) => {
      const body = this.#make(request, nowMs);
      // Compress here, in the queue, so that many requests don't compress at once.
      await body?.encode(body.choose(['br', 'identity']));
      return body;
    });
  }

  #make({ choice, texts, hasLanguage }: PlainRequest, nowMs: EpochMs): CachedBody | undefined {
    const race = this.#race;
    const { tab, view, page } = choice;
    const moment = texts.page.common.dates.moment(nowMs, race.config.timeZone);
    const events = eventsOf(tab, race.standings.courses);
    const standing = describeResultsState(events, race.config, nowMs, texts.page);
    const asOf = joinParts([texts.page.printed.asOf(moment), standing]);
    const title = tab?.label ?? texts.page.results.title;
    const running = joinParts([race.config.pageTitle, title, asOf]);
    const addressRunner = (runner: Starter): string =>
      `${findRunnerPath(runner)}?lang=${texts.code}`;
    const wording = { race, choice, texts, running, addressRunner };
    const size = view === 'print' ? ROWS_TO_PRINT : ROWS_A_PAGE;
    const { sections, pages } = cutPage(listSections(race, choice, texts), page, size);
    if (page > pages) return undefined;
    const summary = summariseRace(race, texts);
    const head = writeTags({
      texts,
      origin: this.#origin,
      path: '/plain',
      query: writeQuery(choice),
      hasLanguage,
      title: joinParts([title, summary.raceTitle]),
      description: summary.sentence,
      site: summary.raceTitle,
      picture: addressPicture('/preview/race.png', summary, race.pictures),
    });
    const tables = writeResults(sections, wording);
    const document = { ...wording, title, asOf, tables, pages, hasLanguage, head: head.html };
    return CachedBody.ofHtml(writePage(document));
  }
}
