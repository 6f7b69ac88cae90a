import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import type { CachedBody } from '#server/web/cached-body.ts';
import { BodyCache } from '#server/web/cached-body.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import {
  type CompactResultsBody,
  type ConfigBody,
  type ResultsBody,
  type StartListBody,
  type Starter,
  tagOf,
} from '#shared/wire/http-api.ts';
import type { Runner } from '#shared/model/runner.ts';
import { isWristbanded } from '#shared/model/runner.ts';

/** Everyone who is registered: what the results will show of them, and nothing else. */
function presentStartList(race: LiveRace): StartListBody {
  const starters = [...race.listRunners()].filter(isWristbanded).map(presentStarter);
  return { starters, epoch: race.head.epoch, version: race.runnersVersion };
}

/** Field by field, so that a wristband or phone number cannot slip through. */
function presentStarter(runner: Runner): Starter {
  return {
    runnerId: runner.runnerId,
    firstName: runner.firstName,
    lastName: runner.lastName,
    runClub: runner.runClub,
    ageGroup: runner.ageGroup,
    bibNumber: runner.bibNumber,
    events: runner.event,
  };
}

/** The `serverTime` of the results is never older than this. */
const MAX_AGE_MS = 10_000;
/** The one of the settings, which a crowd asks for at once: caches on the way may keep them for longer. */
const CONFIG_AGE_MS = 250;

/**
 * The bodies that every spectator's page loads. While a large race changes many times a second, one
 * that is a moment old is given: it says which version it is, and the feed leads on from there.
 */
export class RaceBodies {
  readonly #race: LiveRace;
  readonly #results = new BodyCache();
  readonly #compactResults = new BodyCache();
  readonly #startList = new BodyCache();
  readonly #config = new BodyCache();

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('reloaded', () => {
      this.#results.clear();
      this.#compactResults.clear();
      this.#startList.clear();
      this.#config.clear();
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

  /** The body of GET /api/compact. */
  getCompactResults(nowMs: number): CachedBody {
    const { head, standings } = this.#race;
    const render = (): CompactResultsBody => ({
      rows: packResults(standings.listAll()),
      ...head,
      serverTime: nowMs,
      totals: standings.totals,
    });
    return this.#compactResults.getRecent(this.#tag(head.version), render, nowMs, MAX_AGE_MS);
  }

  /** The body of GET /starters. */
  getStartList(nowMs: number): CachedBody {
    const tag = this.#tag(this.#race.runnersVersion);
    return this.#startList.getRecent(tag, () => presentStartList(this.#race), nowMs);
  }

  /** The body of GET /config. */
  getConfig(nowMs: number): CachedBody {
    const render = (): ConfigBody => presentConfig(this.#race, nowMs);
    return this.#config.getRecent(this.#tag(this.#race.head.version), render, nowMs, CONFIG_AGE_MS);
  }

  #tag(version: number): string {
    return tagOf({ epoch: this.#race.head.epoch, version });
  }
}
