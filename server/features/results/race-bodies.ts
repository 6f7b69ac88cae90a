import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { presentStartList } from '#server/race/present-start-list.ts';
import { BodyCache, createJsonBody } from '#server/web/cached-body.ts';
import type { CachedBody } from '#server/web/cached-body.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';

/** The `serverTime` of the results is never older than this. */
const MAX_AGE_MS = 10_000;

/**
 * The bodies that every spectator's page loads. While a large race changes many times a second, one
 * that is a moment old is given: it says which version it is, and the feed leads on from there.
 */
export class RaceBodies {
  readonly #race: LiveRace;
  readonly #results = new BodyCache();
  readonly #startList = new BodyCache();

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('reloaded', () => {
      this.#results.clear();
      this.#startList.clear();
    });
  }

  /** The body of GET /api. */
  getResults(nowMs: number): CachedBody {
    const { head, standings } = this.#race;
    const render = (): ResultsBody => ({
      runners: { data: standings.presentAll() },
      ...head,
      serverTime: nowMs,
      totals: standings.totals,
    });
    return this.#results.getRecent(this.#tag(head.version), render, nowMs, MAX_AGE_MS);
  }

  /** The body of GET /starters. */
  getStartList(nowMs: number): CachedBody {
    const tag = this.#tag(this.#race.runnersVersion);
    return this.#startList.getRecent(tag, () => presentStartList(this.#race), nowMs);
  }

  /** The body of GET /config, made for each request: a kept one would tell a time long past. */
  getConfig(nowMs: number): CachedBody {
    return createJsonBody(this.#tag(this.#race.head.version), presentConfig(this.#race, nowMs));
  }

  #tag(version: number): string {
    return `W/"${this.#race.head.epoch}-${version}"`;
  }
}
