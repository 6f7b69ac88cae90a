import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '#server/observe/logger.ts';
import type { PublicCorrectionRecords } from '#server/store/public-corrections.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { findDisqualification, type Runner } from '#shared/model/runner.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { CorrectionReason, PublicCorrection, ResultsView } from '#shared/news/corrections.ts';
import { PlaceCounter, valueAt } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import type { LiveRace } from './live-race.ts';

type Race = Pick<LiveRace, 'config' | 'reads' | 'timedByHand' | 'findRunner'>;

/**
 * The reason why a change of `race` can correct results (RULES.md PC2); undefined for new reads, and for changes without
 * an effect on results.
 */
export function findReason(ops: readonly ChangeOp[], race: Race): CorrectionReason | undefined {
  return ops.map((op) => reasonOf(op, race)).find((reason) => reason !== undefined);
}

function reasonOf(op: ChangeOp, race: Race): CorrectionReason | undefined {
  const { config, reads, timedByHand } = race;
  if (op.op === 'put-correction') return op.correction.action.kind === 'clock' ? 'clock' : 'read';
  if (op.op === 'delete-correction') {
    return reads.corrections.find(op.correctionId)?.action.kind === 'clock' ? 'clock' : 'read';
  }
  if (op.op === 'put-config') return isOtherStart(config, op.config) ? 'start' : 'settings';
  if (op.op === 'put-runner') return reasonOfEdit(race.findRunner(op.runner.runnerId), op.runner);
  // Removing a time by hand also removes its published result.
  if (op.op === 'delete-report') return timedByHand.has(op.runnerId) ? 'hand' : undefined;
  return op.op === 'delete-runner' ? 'registration' : undefined;
}

function isOtherStart(before: RaceConfig, after: RaceConfig): boolean {
  const { raceStart, starts, timeZone } = after;
  return !isDeepStrictEqual(
    [raceStart, starts, timeZone],
    [before.raceStart, before.starts, before.timeZone],
  );
}

function reasonOfEdit(before: Runner | undefined, after: Runner): CorrectionReason {
  const [was, is] = [before?.overrideTime ?? '', after.overrideTime];
  const rules = [before, after].map((one) => one && findDisqualification(one)?.rule);
  if (was === is) return rules[0] === rules[1] ? 'registration' : 'status';
  const isStatus = [was, is].some((kept) => (parseOverride(kept)?.kind ?? 'total') !== 'total');
  return isStatus ? 'status' : 'hand';
}

/** The results before a change, to compare them with those after it: rows are replaced and never changed. */
export class RememberedResults implements ResultsView {
  readonly courses: Courses;
  readonly #rows: readonly UnrankedResult[];
  #byId: Map<string, { readonly row: UnrankedResult; readonly place: number | null }> | undefined;

  constructor(standings: Standings) {
    this.courses = standings.courses;
    this.#rows = standings.listAll();
  }

  find(runnerId: string): UnrankedResult | undefined {
    return this.#lookUp(runnerId)?.row;
  }

  placeOf(runnerId: string): number | null {
    return this.#lookUp(runnerId)?.place ?? null;
  }

  /** Counts the places at the first call, since most changes correct nothing. */
  #lookUp(runnerId: string): { row: UnrankedResult; place: number | null } | undefined {
    if (!this.#byId) {
      this.#byId = new Map();
      // Finishers come first in each event, by their totals (RULES.md RK10, RK3).
      const counters = new Map<string, PlaceCounter>();
      for (const row of this.#rows) {
        const ranking = this.courses.rankingOf(row.events);
        const counter = counters.get(row.events) ?? new PlaceCounter(ranking);
        counters.set(row.events, counter);
        const value = ranking.isRanked ? valueAt(row, 'finish', ranking) : null;
        const place = value === null ? null : counter.next(value);
        this.#byId.set(row.runnerId, { row, place });
      }
    }
    return this.#byId.get(runnerId);
  }
}

const RETRY_MS: DurationMs = 2 * SECOND_MS;

/**
 * The public corrections (FEED.md CF30). Each instance computes a correction when it applies the change; the first one to
 * store it in Redis wins, and all read it from there.
 */
export class PublicCorrections {
  readonly #race: LiveRace;
  readonly #records: PublicCorrectionRecords;
  readonly #logger: Logger;
  #list: readonly PublicCorrection[] = [];
  #revision = 0;
  #isClosed = false;

  constructor(race: LiveRace, records: PublicCorrectionRecords, logger: Logger) {
    this.#race = race;
    this.#records = records;
    this.#logger = logger;
    race.on('reloaded', () => void this.#update());
    race.on('corrected', (correction) => void this.#update(correction));
  }

  /** Newest first. */
  get list(): readonly PublicCorrection[] {
    return this.#list;
  }

  /** Changes with the list. */
  get revision(): number {
    return this.#revision;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #update(correction?: PublicCorrection): Promise<void> {
    try {
      if (correction) await this.#records.note(correction);
      this.#show(await this.#records.read());
    } catch (error) {
      this.#logger.warn({ err: error }, 'Public corrections wait for Redis');
      if (!this.#isClosed) setTimeout(() => void this.#update(correction), RETRY_MS).unref();
    }
  }

  #show(list: readonly PublicCorrection[]): void {
    this.#list = list;
    this.#revision += 1;
    this.#race.setCorrected(list.length > 0);
  }
}
