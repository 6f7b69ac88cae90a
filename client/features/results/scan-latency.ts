import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { timeAt } from '#shared/scoring/stage-point.ts';

/** A read older than this when it arrives was uploaded late, or is a correction. */
export const FRESH_MS: DurationMs = 10 * SECOND_MS;
/**
 * The difference allowed between the clocks of scanners and server; a read further ahead means that a clock is wrong.
 */
const SLACK_MS: DurationMs = SECOND_MS;
/** The most and the fewest passings that a figure is based on. */
export const MOST_PASSINGS = 50;
export const FEWEST_PASSINGS = 10;
/** A change by this against a steady clock means that the phone's clock was set. */
const CLOCK_STEP_MS: DurationMs = 250;

export interface Moment {
  readonly phoneMs: EpochMs;
  /** By a monotonic clock. */
  readonly steadyMs: DurationMs;
  /** How far the server is ahead of the phone, as far as that is known. */
  readonly offsetMs: DurationMs;
}

export interface LatencyFigure {
  readonly medianMs: DurationMs;
  /** The number of passings it is based on. */
  readonly count: number;
}

/** How long passings take from the scan to the screen, as this page sees them arrive (SCREENS.md PG4). */
export class ScanLatency {
  /** The last passings; undefined for one that came late. */
  #passings: (DurationMs | undefined)[] = [];
  /** Recent passings, whose rows may change again. */
  readonly #counted = new Map<string, EpochMs>();
  /** The phone's clock when the server's was last read. */
  #clock: { readonly aheadMs: DurationMs; readonly offsetMs: DurationMs } | undefined;

  note(rows: readonly UnrankedResult[], moment: Moment): void {
    if (!this.#isTrusted(moment)) return;
    const nowMs = moment.phoneMs + moment.offsetMs;
    for (const [runnerId, atMs] of this.#counted) {
      if (Math.abs(nowMs - atMs) > FRESH_MS) this.#counted.delete(runnerId);
    }
    const came = rows.flatMap((row): (DurationMs | undefined)[] => {
      const atMs = findLastRead(row);
      if (atMs === undefined || this.#counted.get(row.runnerId) === atMs) return [];
      const ageMs = nowMs - atMs;
      if (ageMs > FRESH_MS || ageMs + SLACK_MS < 0) return [undefined];
      this.#counted.set(row.runnerId, atMs);
      return [Math.max(0, ageMs)];
    });
    // A fresh passing among many late ones was held up with them: a page or a scanner was away.
    const isLate = came.filter(isKnown).length * 2 < came.length;
    const judged = isLate ? came.map(() => undefined) : came;
    this.#passings = [...this.#passings, ...judged].slice(-MOST_PASSINGS);
  }

  /** Undefined before there are enough, and while most arrive late. */
  get figure(): LatencyFigure | undefined {
    const fresh = this.#passings.filter(isKnown).toSorted((a, b) => a - b);
    const medianMs = fresh[Math.floor(fresh.length / 2)];
    if (medianMs === undefined || fresh.length < FEWEST_PASSINGS) return undefined;
    return fresh.length * 2 < this.#passings.length ? undefined : { medianMs, count: fresh.length };
  }

  /**
   * A phone whose clock was set gives no figure until the server's clock is read again; earlier figures are forgotten.
   */
  #isTrusted({ phoneMs, steadyMs, offsetMs }: Moment): boolean {
    const aheadMs = phoneMs - steadyMs;
    if (this.#clock?.offsetMs !== offsetMs) this.#clock = { aheadMs, offsetMs };
    const isTrusted = Math.abs(aheadMs - this.#clock.aheadMs) <= CLOCK_STEP_MS;
    if (!isTrusted) this.#passings = [];
    return isTrusted;
  }
}

function isKnown(ms: DurationMs | undefined): ms is DurationMs {
  return ms !== undefined;
}

function findLastRead(row: UnrankedResult): EpochMs | undefined {
  if (row.startedAtMs === null) return undefined;
  const times = [...row.splitsMs, timeAt(row, 'finish')].filter((spanMs) => spanMs !== null);
  return times.length === 0 ? undefined : row.startedAtMs + Math.max(...times);
}
