import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { LiveRace } from '#server/race/live-race.ts';
import { StartList } from '#server/race/start-list.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { addressPicture } from '#server/web/head/picture-address.ts';
import { tellRace } from '#server/web/head/race-story.ts';
import { writeTags } from '#server/web/head/write-tags.ts';
import type { ServerTexts } from '#server/web/served-texts.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { Choice } from './choose-list.ts';
import { writeQuery } from './choose-list.ts';
import { cutPage, listSections } from './list-sections.ts';
import { writePage } from './write-page.ts';
import { writeResults, writeStarters } from './write-table.ts';

/** So many rows stand on one page, and on one page of what is printed. */
const ROWS_A_PAGE = 200;
const ROWS_A_SHEET = 1_000;

/** So many bytes of pages are kept, counted as they are and compressed. */
const MAX_BYTES = 8_000_000;
const KEPT_FORMS = 2;
/** However quickly the race changes, a page is not made anew before that. */
const LEAST_AGE_MS = 2 * SECOND_MS;
/** What a page says of when it is is never older. */
const MOST_AGE_MS = 30 * SECOND_MS;

/** What is asked for. */
export interface PlainRequest {
  readonly choice: Choice;
  readonly texts: ServerTexts;
  readonly origin: string | undefined;
  /** Whether the address names the language. */
  readonly hasLanguage: boolean;
}

interface Kept {
  readonly body: CachedBody;
  readonly version: number;
  readonly madeMs: number;
}

/** The results as plain tables, for whoever has no scripts, for search engines and for paper. */
export class PlainPages {
  readonly #race: LiveRace;
  readonly #starters: StartList;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => KEPT_FORMS * (body.size + key.length),
  });

  /** How often all that was made before had to go. */
  #clears = 0;

  constructor(race: LiveRace) {
    this.#race = race;
    this.#starters = new StartList(race);
    for (const news of ['reloaded', 'hidden'] as const) {
      race.on(news, () => {
        this.#kept.clear();
        this.#clears += 1;
      });
    }
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  /** The page, which may be a moment old; undefined when there are not so many pages. */
  async get(request: PlainRequest, nowMs: number): Promise<CachedBody | undefined> {
    const { choice, texts, origin, hasLanguage } = request;
    const key = [origin, texts.code, hasLanguage, ...Object.values(writeQuery(choice))].join(' ');
    const kept = this.#kept.get(key);
    if (kept && this.#isFresh(kept, nowMs)) return kept.body;
    const { version } = this.#race.head;
    const clears = this.#clears;
    const body = await this.#make(request, nowMs);
    // Whoever became private while it was made stands in it with their name.
    if (clears !== this.#clears) return this.get(request, nowMs);
    if (body) this.#kept.set(key, { body, version, madeMs: nowMs });
    return body;
  }

  #isFresh({ version, madeMs }: Kept, nowMs: number): boolean {
    const ageMs = nowMs - madeMs;
    return ageMs < (version === this.#race.head.version ? MOST_AGE_MS : LEAST_AGE_MS);
  }

  async #make(
    { choice, texts, origin, hasLanguage }: PlainRequest,
    nowMs: number,
  ): Promise<CachedBody | undefined> {
    const race = this.#race;
    const { tab, view, page } = choice;
    const { plain } = texts;
    const asOf = texts.page.printed.asOf(
      texts.page.common.dates.moment(nowMs, race.config.timeZone),
    );
    const title = [tab?.label ?? plain.results, view === 'starters' && plain.startList]
      .filter((part) => part !== false)
      .join(' · ');
    const running = `${race.config.pageTitle} · ${title} · ${asOf}`;
    const wording = { race, choice, texts, running };
    const size = view === 'results' || view === 'starters' ? ROWS_A_PAGE : ROWS_A_SHEET;
    const isOfStarters = view === 'starters' && tab?.kind === 'event';
    const starters = isOfStarters ? await this.#starters.list(tab.code) : [];
    const results = isOfStarters ? [] : listSections(race, choice, texts);
    const entered = cutPage([{ heading: '', rows: starters }], page, size);
    const listed = cutPage(results, page, size);
    const { pages } = isOfStarters ? entered : listed;
    if (page > pages) return undefined;
    const story = tellRace(race, texts);
    const head = writeTags({
      texts,
      origin,
      path: '/plain',
      query: writeQuery({ ...choice, isStill: false }),
      hasLanguage,
      title: `${title} · ${story.raceTitle}`,
      description: story.sentence,
      site: story.raceTitle,
      picture: addressPicture('/preview/race.png', story, race.pictures),
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
