import type { LiveRace } from '#server/race/live-race.ts';
import type { ScoredRunner } from '#server/race/present-runner.ts';
import { PublicRunners } from '#server/race/entries.ts';
import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { asRunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { explainStart } from '#shared/scoring/own-start.ts';
import { findFiledGunAndChip } from '#shared/scoring/score-runner.ts';
import type { Neighbour, StageRun } from '#shared/scoring/stages.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import type { ListedBody, RunnerBody } from '#shared/wire/runner-api.ts';

import { CachedBody } from './cached-body.ts';
import { FairQueue, SingleFlightCache } from './single-flight-cache.ts';

/** A body is some three kilobytes; its compressed forms come on top. */
const MAX_BYTES = 8_000_000;
const KEPT_FORMS = 2;
/** A whole village may share one address. */
const LIMITS = { inAll: 1_000, perNetwork: 200 };

export interface MadeRunner {
  readonly runnerBody: RunnerBody;
  readonly body: CachedBody;
}

interface Kept extends MadeRunner {
  readonly result: UnrankedResult | undefined;
}

/**
 * The public data of a runner (PROTOCOL.md RB), made on request in the fair turn of the network that asked first, and
 * then served to everybody. Its cost grows with the field and the stages: with 10,000 runners a millisecond, and 13 for
 * the first body after a scan; with 32,000 three and 55.
 */
export class RunnerBodies {
  readonly #race: LiveRace;
  readonly #forecasts: RaceForecasts;
  readonly #runners: PublicRunners;
  readonly #made: SingleFlightCache<Kept | undefined>;

  constructor(race: LiveRace, forecasts: RaceForecasts) {
    this.#race = race;
    this.#forecasts = forecasts;
    this.#runners = new PublicRunners(race);
    this.#made = new SingleFlightCache({
      maxBytes: MAX_BYTES,
      bytesOf: (kept) => KEPT_FORMS * (kept?.body.size ?? 100),
      queue: new FairQueue(LIMITS),
      race,
    });
  }

  /**
   * Finds by the id, or by a bib that only one runner has. When too much waits for the caller's network, returns the last
   * body while that is valid, else throws a `Refusal`.
   */
  async find(idOrBib: string, from: string): Promise<MadeRunner | undefined> {
    const starter = this.#runners.find(idOrBib);
    if (!starter) return undefined;
    const { runnerId } = starter;
    return this.#made.get(
      runnerId,
      from,
      async (nowMs) => this.#make(runnerId, nowMs),
      (kept) => kept !== undefined && kept.result === this.#race.standings.find(runnerId),
    );
  }

  #make(runnerId: string, nowMs: EpochMs): Kept | undefined {
    const starter = this.#runners.find(runnerId);
    if (!starter) return undefined;
    const result = this.#race.standings.find(runnerId);
    const expected =
      result?.status === 'racing' ? this.#forecasts.find(result.events).expect(result) : [];
    const scored = this.#race.findScored(asRunnerId(runnerId));
    const runner = result
      ? this.#presentListed(result, {
          expected,
          ...(scored && presentTimes(scored, this.#race.config)),
        })
      : ({
          kind: 'awaited',
          starter,
          ...(scored && presentStart(scored, this.#race.config)),
        } as const);
    const runnerBody: RunnerBody = { runner, ...this.#race.head, serverTime: nowMs };
    const etag = `W/"${tagOfBytes(JSON.stringify(runner))}"`;
    return { runnerBody, body: CachedBody.ofJson(etag, runnerBody), result };
  }

  #presentListed(
    result: UnrankedResult,
    ahead: Omit<ListedBody, 'kind' | 'result' | 'runs' | 'places'>,
  ): ListedBody {
    const { runs, places } = placeRunner(this.#race.standings, result);
    return {
      kind: 'listed',
      result,
      runs: runs.map(nameNeighbours),
      places,
      ...ahead,
    };
  }
}

/** The start of a runner not read yet; nothing for a private runner, whom a wave would identify (RULES.md PV1). */
function presentStart(
  { runner, rules }: ScoredRunner,
  config: RaceConfig,
): Pick<ListedBody, 'start'> {
  if (runner.isPrivate) return {};
  return { start: explainStart(runner, rules.gunOf(runner) ?? null, rules, config) };
}

/** The start that counts, and both times of a finisher by scans. */
function presentTimes(
  scored: ScoredRunner,
  config: RaceConfig,
): Pick<ListedBody, 'start' | 'times'> {
  const { runner, score, rules } = scored;
  if (runner.isPrivate) return {};
  const isByScans = score.status === 'finished' && runner.overrideTime === '';
  return {
    start: explainStart(runner, score.startMs, rules, config),
    ...(isByScans && { times: findFiledGunAndChip(scored) }),
  };
}

function nameNeighbours(run: StageRun): StageRun {
  return { ...run, ahead: name(run.ahead), behind: name(run.behind) };
}

/** A neighbour without their own race. */
function name(neighbour: Neighbour | null): Neighbour | null {
  return neighbour && { ...neighbour, result: pickStarter(neighbour.result) };
}

function pickStarter({
  runnerId,
  firstName,
  lastName,
  runClub,
  ageGroup,
  sex,
  bibNumber,
  events,
}: Starter): Starter {
  return { runnerId, firstName, lastName, runClub, ageGroup, sex, bibNumber, events };
}
