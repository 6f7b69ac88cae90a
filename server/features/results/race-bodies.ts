import { publicSetup } from '#shared/model/setup-text.ts';
import { takesPart } from '#shared/model/runner.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import type { BodyOrPromise } from '#server/web/cached-body.ts';
import { type MadeBody, StepwiseBody } from '#server/web/stepwise-body.ts';
import { presentStartListRow } from '#shared/scoring/present-result.ts';
import { freeze } from '#shared/scoring/present-standings.ts';
import type { Steps } from '#shared/scoring/steps.ts';
import { packInSteps } from '#shared/wire/compact-results.ts';
import { type CompactResultsBody, type StartListBody, tagOf } from '#shared/wire/http-api.ts';

import { ResultsText } from './results-text.ts';

/** The `serverTime` of the results is never older than this. */
const MAX_AGE_MS = 10_000;
/** The same for the settings, which a crowd requests at once: caches on the way may keep them longer. */
const CONFIG_AGE_MS = 250;

/** This many rows take a few milliseconds; a smaller race is written in one go. */
const ROWS_AT_ONCE = 1_000;

export interface RaceBodiesOptions {
  /** Rows written before a yield. */
  readonly rowsAtOnce?: number;
  /** Yields to other work. */
  readonly yieldNow?: () => Promise<unknown>;
}

/**
 * The bodies that every spectator's page loads. While a large race changes many times a second, a
 * slightly old one is served: it names its version, and the feed continues from there.
 */
export class RaceBodies {
  readonly #race: LiveRace;
  readonly #results: StepwiseBody;
  readonly #compactResults: StepwiseBody;
  readonly #startList: StepwiseBody;
  readonly #config: StepwiseBody;

  constructor(race: LiveRace, { rowsAtOnce = ROWS_AT_ONCE, yieldNow }: RaceBodiesOptions = {}) {
    this.#race = race;
    const text = new ResultsText(rowsAtOnce);
    const results = {
      tag: () => this.#tag(race.head.version),
      isSmall: () => race.standings.size <= rowsAtOnce,
      maxAgeMs: MAX_AGE_MS,
    };
    this.#results = new StepwiseBody(
      { ...results, make: (nowMs) => this.#makeResults(nowMs, text) },
      yieldNow,
    );
    this.#compactResults = new StepwiseBody(
      { ...results, make: (nowMs) => this.#makeCompactResults(nowMs) },
      yieldNow,
    );
    this.#startList = new StepwiseBody(
      {
        tag: () => this.#tag(race.runnersVersion),
        isSmall: () => race.runnerCount <= rowsAtOnce,
        make: () => this.#makeStartList(rowsAtOnce),
      },
      yieldNow,
    );
    this.#config = new StepwiseBody({
      tag: () => this.#tagConfig(),
      isSmall: () => true,
      make: (nowMs) => this.#makeConfig(nowMs),
      maxAgeMs: CONFIG_AGE_MS,
    });
    const all = [this.#results, this.#compactResults, this.#startList, this.#config];
    race.on('outdated', () => {
      for (const body of all) body.clear();
    });
  }

  getResults(nowMs: number): BodyOrPromise {
    return this.#results.get(nowMs);
  }

  getCompactResults(nowMs: number): BodyOrPromise {
    return this.#compactResults.get(nowMs);
  }

  getStartList(nowMs: number): BodyOrPromise {
    return this.#startList.get(nowMs);
  }

  getConfig(nowMs: number): BodyOrPromise {
    return this.#config.get(nowMs);
  }

  *#makeResults(nowMs: number, text: ResultsText): Steps<MadeBody> {
    // All from one moment: changes come in at each yield.
    const { head, standings } = this.#race;
    const { totals } = standings;
    const shown = { frozen: freeze(standings), ...head, serverTime: nowMs, totals };
    yield;
    return { etag: this.#tag(head.version), bytes: yield* text.write(shown) };
  }

  *#makeCompactResults(serverTime: number): Steps<MadeBody> {
    const { head, standings, config } = this.#race;
    const { totals, courses } = standings;
    const setup = publicSetup(config.setup);
    const listed = standings.listAll();
    yield;
    const rows = yield* packInSteps(listed, courses);
    const shown: CompactResultsBody = {
      ...(setup !== '' && { setup }),
      rows,
      ...head,
      serverTime,
      totals,
    };
    const text = JSON.stringify(shown);
    yield;
    return { etag: this.#tag(head.version), bytes: Buffer.from(text) };
  }

  *#makeStartList(rowsAStep: number): Steps<MadeBody> {
    const { head, runnersVersion, standings } = this.#race;
    const { courses } = standings;
    const etag = this.#tag(runnersVersion);
    const starters = [...this.#race.listRunners()].filter(takesPart);
    const texts: string[] = [];
    for (let from = 0; from < starters.length; from += rowsAStep) {
      const part = starters
        .slice(from, from + rowsAStep)
        .map((one) => presentStartListRow(one, courses));
      texts.push(JSON.stringify(part).slice(1, -1));
      yield;
    }
    const rest = { epoch: head.epoch, version: runnersVersion } satisfies Omit<
      StartListBody,
      'starters'
    >;
    const text = `{"starters":[${texts.join(',')}],${JSON.stringify(rest).slice(1)}`;
    return { etag, bytes: Buffer.from(text) };
  }

  *#makeConfig(nowMs: number): Steps<MadeBody> {
    const etag = this.#tagConfig();
    const text = JSON.stringify(presentConfig(this.#race, nowMs));
    yield;
    return { etag, bytes: Buffer.from(text) };
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
