import { publicSetup } from '#shared/model/setup-text.ts';
import { takesPart } from '#shared/model/runner.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { type CachedBody, MadeBody } from '#server/web/cached-body.ts';
import { presentStartListRow } from '#shared/scoring/present-result.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import {
  type CompactResultsBody,
  type ResultsBody,
  type StartListBody,
  tagOf,
} from '#shared/wire/http-api.ts';

/** The `serverTime` of the results is never older than this. */
const MAX_AGE_MS = 10_000;
/** The same for the settings, which a crowd requests at once: caches on the way may keep them longer. */
const CONFIG_AGE_MS = 250;

/**
 * The bodies that every spectator's page loads. While a large race changes many times a second, a
 * slightly old one is served: it names its version, and the feed continues from there.
 */
export class RaceBodies {
  readonly #race: LiveRace;
  readonly #results: MadeBody;
  readonly #compactResults: MadeBody;
  readonly #startList: MadeBody;
  readonly #config: MadeBody;

  constructor(race: LiveRace) {
    this.#race = race;
    const results = { tag: () => this.#tag(race.head.version), maxAgeMs: MAX_AGE_MS };
    this.#results = new MadeBody({
      ...results,
      make: (nowMs) => encode(results.tag(), this.#presentResults(nowMs)),
    });
    this.#compactResults = new MadeBody({
      ...results,
      make: (nowMs) => encode(results.tag(), this.#presentCompactResults(nowMs)),
    });
    const startList = { tag: () => this.#tag(race.runnersVersion) };
    this.#startList = new MadeBody({
      ...startList,
      make: () => encode(startList.tag(), this.#presentStartList()),
    });
    const config = { tag: () => this.#tagConfig(), maxAgeMs: CONFIG_AGE_MS };
    this.#config = new MadeBody({
      ...config,
      make: (nowMs) => encode(config.tag(), presentConfig(race, nowMs)),
    });
    const all = [this.#results, this.#compactResults, this.#startList, this.#config];
    race.on('outdated', () => {
      for (const body of all) body.clear();
    });
  }

  getResults(nowMs: number): CachedBody {
    return this.#results.get(nowMs);
  }

  getCompactResults(nowMs: number): CachedBody {
    return this.#compactResults.get(nowMs);
  }

  getStartList(nowMs: number): CachedBody {
    return this.#startList.get(nowMs);
  }

  getConfig(nowMs: number): CachedBody {
    return this.#config.get(nowMs);
  }

  #presentResults(serverTime: number): ResultsBody {
    const { head, standings } = this.#race;
    const { totals } = standings;
    return { runners: { data: presentAll(standings) }, ...head, serverTime, totals };
  }

  #presentCompactResults(serverTime: number): CompactResultsBody {
    const { head, standings, config } = this.#race;
    const { totals, courses } = standings;
    const setup = publicSetup(config.setup);
    const rows = packResults(standings.listAll(), courses);
    return { ...(setup !== '' && { setup }), rows, ...head, serverTime, totals };
  }

  #presentStartList(): StartListBody {
    const { head, runnersVersion, standings } = this.#race;
    const starters = Array.from(this.#race.listRunners())
      .filter(takesPart)
      .map((one) => presentStartListRow(one, standings.courses));
    return { starters, epoch: head.epoch, version: runnersVersion };
  }

  /** Past races come and go without a change of the record. */
  #tagConfig(): string {
    const { head, pastRaces } = this.#race;
    const epoch = pastRaces === 0 ? head.epoch : `${head.epoch}-${pastRaces}`;
    return tagOf({ epoch, version: head.version });
  }

  #tag(version: number): string {
    return tagOf({ epoch: this.#race.head.epoch, version });
  }
}

function encode(etag: string, content: object): { etag: string; bytes: Buffer } {
  return { etag, bytes: Buffer.from(JSON.stringify(content)) };
}
