import { type StoredScan, type Scan } from '../model/scan.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** The fewest live reads that are evidence (RULES.md CR6). */
const FEWEST = 3;
/** The clock of Redis counts as right to within this: a read further in the future is impossible. */
const AHEAD_MS: DurationMs = 5 * SECOND_MS;
/** A live reader delivers some of its reads within this. */
const BEHIND_MS: DurationMs = 30 * SECOND_MS;
/** Delays within this of each other count as equal. */
const SAME_MS: DurationMs = 3 * SECOND_MS;
/** Delayed reads arrive all at once; reads sent as they happen do not. */
const APART_MS: DurationMs = 5 * SECOND_MS;
/**
 * The least delay is looked for within spans of this length, or longer ones of five moments, since a clock may be set
 * during the race.
 */
const SPAN_MS: DurationMs = 5 * MINUTE_MS;
/** Below this number nearly all reads must have the least delay: a late reader has few equal ones by chance. */
const MANY = 20;
const NEARLY_ALL = 0.75;
/** A reader may be this late for a while: a smaller lag of the clock needs reads from more moments, a second apart. */
const LATE_MS: DurationMs = 5 * MINUTE_MS;
const FEWEST_MOMENTS = 5;

/** A read, as far as its arrival matters. */
export type ArrivedRead = Pick<Scan, 'timeMs'> &
  Partial<Pick<StoredScan, 'arrivedMs' | 'isReplay' | 'isByHand'>>;

export interface ArrivalVerdict {
  /** 0 for a clock that is right, negative for one that is behind. */
  readonly aheadMs: DurationMs;
  /** How many of its live reads are evidence. */
  readonly reads: number;
  readonly of: number;
  /** The first and the last of these, by their original moment. */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

interface Arrival {
  readonly arrivedMs: EpochMs;
  readonly delayMs: DurationMs;
  readonly readMs: EpochMs;
}

/**
 * Gathers the delays of the live reads of one source, by the clock of Redis. A reader that delivers late has reads of
 * all delays; a clock that is behind has a least one.
 */
export class Arrivals {
  readonly #all: Arrival[] = [];

  /** `timeMs` is the moment that counts, after corrections. */
  note(timeMs: EpochMs, asRead: ArrivedRead): void {
    const { arrivedMs, isReplay, isByHand } = asRead;
    if (arrivedMs === undefined || isReplay || isByHand) return;
    this.#all.push({ arrivedMs, delayMs: arrivedMs - timeMs, readMs: asRead.timeMs });
  }

  /** Undefined if there are too few, or they allow either. */
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

/** The least delay that two more reads share, so that no single bad read decides; else the third least. */
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

/** Whether its least delay is a floor: shared by reads that arrived one by one, and undercut by none around it. */
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

/** Reads that arrived within a second were delivered together, and count as one moment. */
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
