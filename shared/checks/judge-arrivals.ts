import { type StoredScan, type Scan } from '../model/scan.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** The fewest live reads that are evidence (RULES.md CR6). */
const FEWEST = 3;
/** The tolerance of Redis's clock: a read further in the future is impossible. */
const AHEAD_MS: DurationMs = 5 * SECOND_MS;
/** A live reader delivers some reads within this. */
const BEHIND_MS: DurationMs = 30 * SECOND_MS;
/** Delays this close count as equal. */
const SAME_MS: DurationMs = 3 * SECOND_MS;
/** Held-back reads arrive at once; live reads are further apart. */
const APART_MS: DurationMs = 5 * SECOND_MS;
/** The clock may be set during the race, so the least delay is taken over spans of this length and five moments. */
const SPAN_MS: DurationMs = 5 * MINUTE_MS;
/** Below this number nearly all reads must have the least delay, since a late reader has some by chance. */
const MANY = 20;
const NEARLY_ALL = 0.75;
/** A reader may be this late for a while: a smaller lag of the clock needs more moments, a second apart. */
const LATE_MS: DurationMs = 5 * MINUTE_MS;
const FEWEST_MOMENTS = 5;

export type ArrivedRead = Pick<Scan, 'timeMs'> &
  Partial<Pick<StoredScan, 'arrivedMs' | 'isReplay' | 'isByHand'>>;

export interface ArrivalVerdict {
  /** Negative if the clock is behind. */
  readonly aheadMs: DurationMs;
  /** The live reads that are evidence. */
  readonly reads: number;
  readonly of: number;
  /** The first and last of these, by their original time. */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

interface Arrival {
  readonly arrivedMs: EpochMs;
  readonly delayMs: DurationMs;
  readonly readMs: EpochMs;
}

/** The delays of a source's live reads. A late reader has delays of all sizes; a clock that is behind has a least one. */
export class Arrivals {
  readonly #all: Arrival[] = [];

  /** `timeMs` is corrected. */
  note(timeMs: EpochMs, asRead: ArrivedRead): void {
    const { arrivedMs, isReplay, isByHand } = asRead;
    if (arrivedMs === undefined || isReplay || isByHand) return;
    this.#all.push({ arrivedMs, delayMs: arrivedMs - timeMs, readMs: asRead.timeMs });
  }

  /** Undefined if inconclusive. */
  judge(): ArrivalVerdict | undefined {
    const all = this.#all;
    if (all.length < FEWEST) return undefined;
    const future = all.filter(({ delayMs }) => delayMs + AHEAD_MS < 0);
    if (future.length >= FEWEST) return this.#present(future, 0 - findFloor(future));
    const spans = splitIntoSpans(all);
    const behind = spans.filter((its, at) => isBehind(its, [spans[at - 1], spans[at + 1]]));
    const last = behind.at(-1);
    if (last) {
      const floorMs = leastOf(last);
      const same = behind.filter((its) => Math.abs(leastOf(its) - floorMs) <= APART_MS);
      return this.#present(same.flat(), 0 - floorMs);
    }
    const isRight = all.filter(({ delayMs }) => delayMs <= BEHIND_MS).length >= FEWEST;
    return isRight ? this.#present(all, 0) : undefined;
  }

  #present(reads: readonly Arrival[], aheadMs: DurationMs): ArrivalVerdict {
    let [fromMs, untilMs] = [Infinity, -Infinity];
    for (const { readMs } of reads) {
      fromMs = Math.min(fromMs, readMs);
      untilMs = Math.max(untilMs, readMs);
    }
    return { aheadMs, reads: reads.length, of: this.#all.length, fromMs, untilMs };
  }
}

/** The least delay that two more reads share, so that one bad read does not decide; else the third least. */
function findFloor(reads: readonly Arrival[]): DurationMs {
  const delays = Float64Array.from(reads, ({ delayMs }) => delayMs).toSorted();
  const at = delays.findIndex(
    (delayMs, index) => (delays[index + FEWEST - 1] ?? Infinity) - delayMs <= SAME_MS,
  );
  return delays[at === -1 ? FEWEST - 1 : at] ?? 0;
}

function splitIntoSpans(all: readonly Arrival[]): readonly (readonly Arrival[])[] {
  const spans: Arrival[][] = [];
  let [span, fromMs]: [Arrival[], EpochMs] = [[], -Infinity];
  for (const one of all.toSorted((a, b) => a.arrivedMs - b.arrivedMs)) {
    const isOver = one.arrivedMs - fromMs >= SPAN_MS && countMoments(span) >= FEWEST_MOMENTS;
    if (isOver || spans.length === 0) {
      fromMs = one.arrivedMs;
      spans.push((span = []));
    }
    span.push(one);
  }
  return spans;
}

/** Whether the least delay is a floor: shared by reads that arrived separately, and undercut by no span next to it. */
function isBehind(
  span: readonly Arrival[],
  around: readonly (readonly Arrival[] | undefined)[],
): boolean {
  const leastMs = leastOf(span);
  if (leastMs <= BEHIND_MS) return false;
  if (around.some((other) => leastOf(other ?? []) < leastMs - SAME_MS)) return false;
  const least = span.filter(({ delayMs }) => delayMs <= leastMs + SAME_MS);
  const enough = Math.max(FEWEST, span.length < MANY ? NEARLY_ALL * span.length : 0);
  const moments = countMoments(least);
  const [first, last] = [least[0]?.arrivedMs ?? 0, least.at(-1)?.arrivedMs ?? 0];
  const isPlain = leastMs > LATE_MS || moments >= FEWEST_MOMENTS;
  return least.length >= enough && last - first >= APART_MS && isPlain;
}

/** Reads that arrived within a second were delivered together. */
function countMoments(reads: readonly Arrival[]): number {
  let [moments, untilMs] = [0, -Infinity];
  for (const { arrivedMs } of reads) {
    if (arrivedMs < untilMs) continue;
    moments += 1;
    untilMs = arrivedMs + SECOND_MS;
  }
  return moments;
}

function leastOf(reads: readonly Arrival[]): DurationMs {
  let leastMs = Infinity;
  for (const { delayMs } of reads) leastMs = Math.min(leastMs, delayMs);
  return leastMs;
}
