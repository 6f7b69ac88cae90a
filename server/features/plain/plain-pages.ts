import { createHash } from 'node:crypto';
import type { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { MadePages } from '#server/web/made-pages.ts';
import { tellRace, addressPicture } from '#server/web/head/race-summary.ts';
import { writeTags } from '#server/web/head/write-tags.ts';
import type { ServerTexts } from '#server/web/served-texts.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import type { Starter } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { eventsOf } from '#shared/scoring/tabs.ts';
import { tagOf } from '#shared/wire/http-api.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { type Choice, writeQuery } from './choose-list.ts';
import { cutPage, listSections } from './list-sections.ts';
import { writePage } from './write-page.ts';
import { writeResults, writeStarters } from './write-table.ts';
import { takesPart } from '#shared/model/runner.ts';
import type { EventCode } from '#shared/model/event.ts';
import { OrderedSequence } from '#shared/scoring/ordered-sequence.ts';
import { presentStarter } from '#shared/scoring/present-result.ts';
import { byName } from '#shared/scoring/rank-keys.ts';
import { yieldToOthers } from '#server/race/yield-queue.ts';

/** Rows on one page, and on one page of a sheet to print. */
const ROWS_A_PAGE = 200;
const ROWS_A_SHEET = 1_000;

/** Bytes of cached pages, counted plain and compressed. */
const MAX_BYTES = 8_000_000;

export interface PlainRequest {
  readonly choice: Choice;
  readonly texts: ServerTexts;
  readonly hasLanguage: boolean;
  /** The caller's address. */
  readonly from: string;
}

interface Counted {
  readonly pages: number;
  readonly of: string;
}

export interface PlainPagesParts {
  readonly race: LiveRace;
  /** The configured origin: a page is the same for all, whatever host they name. */
  readonly origin: string | undefined;
  readonly now?: () => EpochMs;
}

/** The results as plain tables, for browsers without scripts, for search engines and for paper. */
export class PlainPages {
  readonly #race: LiveRace;
  readonly #origin: string | undefined;
  readonly #starters: StartList;
  readonly #made: MadePages;
  /** The number of pages of each list, so that a page beyond the last one costs nothing. */
  readonly #pages = new Map<string, Counted>();

  constructor({ race, origin, now }: PlainPagesParts) {
    this.#race = race;
    this.#origin = origin;
    this.#starters = new StartList(race);
    this.#made = new MadePages({ race, maxBytes: MAX_BYTES, ...(now ? { now } : {}) });
  }

  get keptBytes(): number {
    return this.#made.keptBytes;
  }

  /** The page, which may be a moment old; undefined beyond the last one. */
  async get(request: PlainRequest): Promise<CachedBody | undefined> {
    const { choice, texts, hasLanguage, from } = request;
    const counted = this.#pages.get(listOf(choice));
    if (counted && counted.pages < choice.page && counted.of === tagOf(this.#race.head)) {
      return undefined;
    }
    const key = [texts.code, hasLanguage, ...Object.values(writeQuery(choice))].join(' ');
    return this.#made.get(key, from, (nowMs) => this.#make(request, nowMs));
  }

  async #make(
    { choice, texts, hasLanguage }: PlainRequest,
    nowMs: EpochMs,
  ): Promise<CachedBody | undefined> {
    const race = this.#race;
    const { tab, view, page } = choice;
    const { plain } = texts;
    const moment = texts.page.common.dates.moment(nowMs, race.config.timeZone);
    const events = eventsOf(tab, race.standings.courses);
    const standing = describeResultsState(events, race.config, nowMs, texts.page);
    const asOf = [texts.page.printed.asOf(moment), standing].filter(Boolean).join(' · ');
    const title = [tab?.label ?? plain.results, view === 'starters' && plain.startList]
      .filter((part) => part !== false)
      .join(' · ');
    const running = `${race.config.pageTitle} · ${title} · ${asOf}`;
    const addressRunner = (runner: Starter): string =>
      `${findRunnerPath(runner)}?lang=${texts.code}`;
    const wording = { race, choice, texts, running, addressRunner };
    const size = view === 'results' || view === 'starters' ? ROWS_A_PAGE : ROWS_A_SHEET;
    const isOfStarters = view === 'starters' && tab?.kind === 'event';
    const starters = isOfStarters ? await this.#starters.list(tab.code) : [];
    const results = isOfStarters ? [] : listSections(race, choice, texts);
    const entered = cutPage([{ heading: '', rows: starters }], page, size);
    const listed = cutPage(results, page, size);
    const { pages } = isOfStarters ? entered : listed;
    this.#pages.set(listOf(choice), { pages, of: tagOf(race.head) });
    if (page > pages) return undefined;
    const summary = tellRace(race, texts);
    const head = writeTags({
      texts,
      origin: this.#origin,
      path: '/plain',
      query: writeQuery({ ...choice, isStill: false }),
      hasLanguage,
      title: `${title} · ${summary.raceTitle}`,
      description: summary.sentence,
      site: summary.raceTitle,
      picture: addressPicture('/preview/race.png', summary, race.pictures),
    });
    const tables = isOfStarters
      ? writeStarters(entered.sections, wording)
      : writeResults(listed.sections, wording);
    const document = { ...wording, title, asOf, tables, pages, hasLanguage, head: head.html };
    const bytes = Buffer.from(writePage(document));
    return new CachedBody({
      bytes,
      type: 'text/html; charset=utf-8',
      etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`,
      vary: 'Accept-Language',
    });
  }
}

/** The key of a list, which is a view of a tab. */
function listOf({ tab, view }: Choice): string {
  return `${tab?.code} ${view}`;
}

type ListsOfRaces = ReadonlyMap<EventCode, readonly Starter[]>;

/** Runners gathered before a yield: a few milliseconds. */
const RUNNERS_A_STEP = 1_000;

/** The starters of each race, by name: gathered in steps on request, and again when the runners changed. */
class StartList {
  readonly #race: LiveRace;
  #made: { readonly of: string; readonly lists: Promise<ListsOfRaces> } | undefined;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  async list(event: EventCode): Promise<readonly Starter[]> {
    const { head, runnersVersion } = this.#race;
    const of = `${head.epoch} ${runnersVersion}`;
    if (this.#made?.of !== of) this.#made = { of, lists: this.#gather() };
    return (await this.#made.lists).get(event) ?? [];
  }

  async #gather(): Promise<ListsOfRaces> {
    const { courses } = this.#race.standings;
    const members = new Map(courses.events.map((event) => [event, [] as Starter[]]));
    let count = 0;
    // All from one moment: changes exchange runners at each yield.
    const runners = Array.from(this.#race.listRunners());
    for (const runner of runners) {
      if (takesPart(runner)) members.get(runner.event)?.push(presentStarter(runner, courses));
      if (++count % RUNNERS_A_STEP === 0) await yieldToOthers();
    }
    const lists = new Map<EventCode, readonly Starter[]>();
    for (const [event, starters] of members) {
      const ordered = new OrderedSequence<Starter>(byName);
      ordered.load(starters);
      await yieldToOthers();
      lists.set(event, ordered.list());
    }
    return lists;
  }
}
