import { LRUCache } from 'lru-cache';

import type { LiveRace } from '#server/race/live-race.ts';
import type { ScoredRunner } from '#server/race/present-runner.ts';
import { PublicRunners } from '#server/race/entries.ts';
import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import { tagOfBytes } from '#server/system/compressed-forms.mjs';
import { asRunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { explainStart } from '#shared/scoring/own-start.ts';
import { findFiledGunAndChip } from '#shared/scoring/score-runner.ts';
import type { Neighbour, StageRun } from '#shared/scoring/stages.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import type { ListedBody, RunnerBody } from '#shared/wire/runner-api.ts';

import { CachedBody } from './cached-body.ts';

/** A body is some three kilobytes; its compressed forms come on top. */
const MAX_BYTES = 8_000_000;
const KEPT_FORMS = 2;
/** The greatest age of a body while the race changes, and while it doesn't. */
const CHANGING_MS: DurationMs = 2 * SECOND_MS;
const STEADY_MS: DurationMs = 30 * SECOND_MS;

export interface MadeRunner {
  readonly runnerBody: RunnerBody;
  readonly body: CachedBody;
}

interface Kept extends MadeRunner {
  readonly result: UnrankedResult | undefined;
}

/**
 * The public data of a runner (PROTOCOL.md RB), made on request and then served to everybody. A body takes about 0.2 ms,
 * of 2,500 runners as of 20,000, like any other answer, so that it needs no queue.
 */
export class RunnerBodies {
  readonly #race: LiveRace;
  readonly #forecasts: RaceForecasts;
  readonly #runners: PublicRunners;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => KEPT_FORMS * body.size,
  });

  constructor(race: LiveRace, forecasts: RaceForecasts) {
    this.#race = race;
    this.#forecasts = forecasts;
    this.#runners = new PublicRunners(race);
    for (const event of ['outdated', 'config'] as const) race.on(event, () => this.#kept.clear());
  }

  /** Finds by the id, or by a bib that only one runner has. */
  find(idOrBib: string): MadeRunner | undefined {
    const starter = this.#runners.find(idOrBib);
    if (!starter) return undefined;
    const result = this.#race.standings.find(starter.runnerId);
    const nowMs = Date.now();
    const kept = this.#kept.get(starter.runnerId);
    if (kept && kept.result === result && this.#isFresh(kept, nowMs)) return kept;
    const made = { ...this.#make(starter, result, nowMs), result };
    this.#kept.set(starter.runnerId, made);
    return made;
  }

  #isFresh({ runnerBody: { version, serverTime } }: Kept, nowMs: EpochMs): boolean {
    const mostMs = version === this.#race.head.version ? STEADY_MS : CHANGING_MS;
    // The clock may have been set back since.
    return Math.abs(nowMs - serverTime) < mostMs;
  }

  #make(starter: Starter, result: UnrankedResult | undefined, nowMs: EpochMs): MadeRunner {
    const expected =
      result?.status === 'racing' ? this.#forecasts.find(result.events).expect(result) : [];
    const scored = this.#race.findScored(asRunnerId(starter.runnerId));
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
    return { runnerBody, body: CachedBody.ofJson(etag, runnerBody) };
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
