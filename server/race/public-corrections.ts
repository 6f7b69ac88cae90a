import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '#server/observe/logger.ts';
import {
  MOST_CORRECTIONS_KEPT,
  newestFirst,
  type PublicCorrectionRecords,
} from '#server/store/public-corrections.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { findDisqualification, type Runner } from '#shared/model/runner.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { CorrectionReason, PublicCorrection, ResultsView } from '#shared/news/corrections.ts';
import type { Corrections } from '#shared/scoring/correct-reads.ts';
import { PlaceCounter, valueAt } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import type { LiveRace } from './live-race.ts';

/** The race before a change, which explains why its results change. */
interface BeforeChange {
  readonly config: RaceConfig;
  readonly reads: { readonly corrections: Corrections };
  readonly timedByHand: ReadonlyMap<string, unknown>;
  findRunner(runnerId: RunnerId): Runner | undefined;
}

/**
 * Why a change corrects results, if it does (RULES.md PC2); undefined for new reads, and for
 * changes without an effect on results.
 */
export function findReason(
  ops: readonly ChangeOp[],
  before: BeforeChange,
): CorrectionReason | undefined {
  for (const op of ops) {
    const reason = reasonOf(op, before);
    if (reason) return reason;
  }
  return undefined;
}

function reasonOf(op: ChangeOp, before: BeforeChange): CorrectionReason | undefined {
  if (op.op === 'put-correction') return op.correction.action.kind === 'clock' ? 'clock' : 'read';
  if (op.op === 'delete-correction') return isOfClock(op.correctionId, before) ? 'clock' : 'read';
  if (op.op === 'put-config') return isOtherStart(before.config, op.config) ? 'start' : 'settings';
  if (op.op === 'put-runner') {
    return reasonOfEdit(before.findRunner(op.runner.runnerId), op.runner);
  }
  // Taking back a time by hand also takes back its published result.
  if (op.op === 'delete-report') return before.timedByHand.has(op.runnerId) ? 'hand' : undefined;
  return op.op === 'delete-runner' ? 'registration' : undefined;
}

function isOfClock(correctionId: string, { reads }: BeforeChange): boolean {
  return reads.corrections.find(correctionId)?.action.kind === 'clock';
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

/** The present results, for a comparison after they have changed: rows are replaced and never changed. */
export class RememberedResults implements ResultsView {
  readonly courses: Courses;
  readonly #rows: readonly UnrankedResult[];
  #byId: Map<string, { readonly row: UnrankedResult; readonly place: number | null }> | undefined;

  constructor(standings: Standings) {
    this.courses = standings.courses;
    this.#rows = standings.listAll();
  }

  find(runnerId: string): UnrankedResult | undefined {
    return this.#look(runnerId)?.row;
  }

  placeOf(runnerId: string): number | null {
    return this.#look(runnerId)?.place ?? null;
  }

  /** Places are counted at the first look-up: most changes correct nothing. */
  #look(runnerId: string): { row: UnrankedResult; place: number | null } | undefined {
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
 * The public corrections (FEED.md CF30): each instance computes a correction when the
 * change comes, the first one stores it in Redis, and all read it from there, so that they agree and a restart loses
 * nothing.
 */
export class PublicCorrections {
  readonly #race: LiveRace;
  readonly #records: PublicCorrectionRecords;
  readonly #logger: Logger;
  /** Corrections that may not be in Redis yet. */
  readonly #pending = new Map<string, PublicCorrection>();
  #kept: readonly PublicCorrection[] = [];
  #changes = 0;
  #isStale = false;
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(race: LiveRace, records: PublicCorrectionRecords, logger: Logger) {
    this.#race = race;
    this.#records = records;
    this.#logger = logger;
    race.on('reloaded', this.#renew);
    race.on('corrected', this.#take);
  }

  /** Newest first. */
  get list(): readonly PublicCorrection[] {
    const all = new Map(this.#pending);
    for (const one of this.#kept) all.set(one.id, one);
    return [...all.values()].toSorted(newestFirst).slice(0, MOST_CORRECTIONS_KEPT);
  }

  /** Changes with the list. */
  get revision(): number {
    return this.#changes;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#race.off('reloaded', this.#renew);
  }

  readonly #renew = (): void => {
    this.#isStale = true;
    void this.#work();
  };

  readonly #take = (correction: PublicCorrection): void => {
    this.#pending.set(correction.id, correction);
    if (this.#pending.size > MOST_CORRECTIONS_KEPT) {
      const [first] = this.#pending.keys();
      if (first !== undefined) this.#pending.delete(first);
    }
    this.#noteChange();
    void this.#work();
  };

  #noteChange(): void {
    this.#changes += 1;
    this.#race.setCorrected(this.#pending.size + this.#kept.length > 0);
  }

  async #work(): Promise<void> {
    if (this.#isWorking || this.#isClosed) return;
    this.#isWorking = true;
    clearTimeout(this.#timer);
    try {
      while (this.#pending.size > 0 || this.#isStale) {
        this.#isStale = false;
        const noted = [...this.#pending.values()];
        for (const one of noted) await this.#records.note(one);
        this.#kept = await this.#records.read();
        for (const { id } of noted) this.#pending.delete(id);
        this.#noteChange();
      }
    } catch (error) {
      this.#isStale = true;
      this.#logger.warn({ err: error }, 'What was corrected in public waits for Redis');
      if (!this.#isClosed) this.#timer = setTimeout(this.#renew, RETRY_MS).unref();
    } finally {
      this.#isWorking = false;
    }
  }
}
