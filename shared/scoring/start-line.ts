import { THE_DESK } from '../model/decisions.ts';
import { getOrAdd } from '../model/group-by.ts';
import type { Scan } from '../model/scan.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '../model/time.ts';
import { compareText } from './order.ts';
import { OrderedSequence } from './ordered-sequence.ts';

/** Reads at the start this soon before the own start belong to the same crossing (RULES.md ST10). */
const CROSSING_MS: DurationMs = 30 * SECOND_MS;
/** The fewest runners read at two mats that show their gap. */
const FEWEST_PAIRS = 10;
/** Gaps are rounded, so that one more read does not change everybody's time. */
const GAP_STEP_MS: DurationMs = 100;

/** The mats of the start line that read a runner, with the last read of each (RULES.md ST10). */
export interface StartCrossing {
  /** The mat of the own start, the last read of the crossing. */
  readonly source: string;
  readonly ownMs: EpochMs;
  /** The other mats of the crossing. */
  readonly others: readonly { readonly source: string; readonly lastMs: EpochMs }[];
}

/** The usual time from one mat of a line to a later one, by their sources. */
export type StartGaps = ReadonlyMap<string, ReadonlyMap<string, DurationMs>>;

/** At the finish, how much earlier the other mat reads. */
export interface LineGaps {
  readonly start: StartGaps;
  readonly finish: StartGaps;
}

export const NO_GAPS: LineGaps = { start: new Map(), finish: new Map() };

/** Finds the crossing that ends with the own start, from ordered start scans. */
export function findCrossing(startScans: readonly Scan[], own: Scan): StartCrossing {
  const ownSource = findMat(own);
  const lastMs = new Map<string, EpochMs>();
  for (const scan of startScans) {
    const [source, { timeMs }] = [findMat(scan), scan];
    const isOfIt = timeMs <= own.timeMs && own.timeMs - timeMs <= CROSSING_MS;
    if (isOfIt && source !== ownSource && source !== THE_DESK) lastMs.set(source, timeMs);
  }
  const others = Array.from(lastMs, ([source, atMs]) => ({ source, lastMs: atMs }));
  return { source: ownSource, ownMs: own.timeMs, others };
}

/**
 * Finds the crossing that begins with the finish, from ordered scans. Its clock runs backwards, so that the first read is
 * the last and everything else is as at the start (RULES.md FN6).
 */
export function findFinishCrossing(scans: readonly Scan[], finish: Scan): StartCrossing {
  const mirrored = scans.flatMap((scan) =>
    scan.points.includes('finish') ? [{ ...scan, timeMs: 0 - scan.timeMs }] : [],
  );
  return findCrossing(mirrored.toReversed(), { ...finish, timeMs: 0 - finish.timeMs });
}

/** A time by hand has no mat, like an added read (RULES.md HT1). */
function findMat({ source, isByHand }: Scan): string {
  return isByHand ? THE_DESK : source;
}

/** Whether a mat read the runner at the line; added reads are no mat (RULES.md CR7). */
export function isAtMat(crossing: StartCrossing | undefined): boolean {
  return crossing !== undefined && (crossing.source !== THE_DESK || crossing.others.length > 0);
}

/** How much later the last mat of the line would have read a runner it missed (RULES.md ST10). */
export function findMissedGap({ source, others }: StartCrossing, gaps: StartGaps): DurationMs {
  let gapMs = 0;
  for (const [to, each] of gaps.get(source) ?? []) {
    if (each > gapMs && others.every((other) => other.source !== to)) gapMs = each;
  }
  return gapMs;
}

interface Pair {
  readonly runnerId: string;
  readonly gapMs: DurationMs;
}

/** The gaps of a line, learned from runners read at several mats (RULES.md ST10). */
class StartLine {
  readonly #crossings = new Map<string, StartCrossing>();
  readonly #pairs = new Map<string, Map<string, OrderedSequence<Pair>>>();
  readonly #gaps = new Map<string, Map<string, DurationMs>>();
  /** Mats whose pairs changed since the last update. */
  #changed = new Map<string, Set<string>>();

  /** As of the last {@link update}. */
  get gaps(): StartGaps {
    return this.#gaps;
  }

  /** Sets the crossing of a runner; undefined removes it. */
  put(runnerId: string, crossing: StartCrossing | undefined): void {
    const before = this.#crossings.get(runnerId);
    if (before) this.#movePairs(runnerId, before, 'remove');
    if (crossing) {
      this.#crossings.set(runnerId, crossing);
      this.#movePairs(runnerId, crossing, 'add');
    } else {
      this.#crossings.delete(runnerId);
    }
  }

  /** Recalculates the gaps, and returns the runners to score again. */
  update(): ReadonlySet<string> {
    const moved = new Set<string>();
    for (const [from, tos] of this.#changed) {
      for (const to of tos) {
        const pairs = this.#pairs.get(from)?.get(to);
        const gapMs = pairs && medianGap(pairs);
        const gaps = getOrAdd(this.#gaps, from, () => new Map<string, DurationMs>());
        if (gaps.get(to) === gapMs) continue;
        if (gapMs === undefined) gaps.delete(to);
        else gaps.set(to, gapMs);
        for (const [runnerId, { source, others }] of this.#crossings) {
          const isMissed = source === from && others.every((other) => other.source !== to);
          if (isMissed) moved.add(runnerId);
        }
      }
    }
    this.#changed = new Map();
    return moved;
  }

  #movePairs(
    runnerId: string,
    { source, ownMs, others }: StartCrossing,
    change: 'add' | 'remove',
  ): void {
    const all = [{ source, lastMs: ownMs }, ...others].filter((mat) => mat.source !== THE_DESK);
    for (const from of all) {
      for (const to of all) {
        if (from === to) continue;
        const ofMat = getOrAdd(this.#pairs, from.source, () => new Map());
        const pairs = getOrAdd(ofMat, to.source, () => new OrderedSequence<Pair>(BY_GAP));
        pairs[change]({ runnerId, gapMs: to.lastMs - from.lastMs });
        getOrAdd(this.#changed, from.source, () => new Set<string>()).add(to.source);
      }
    }
  }
}

export class TimedLines {
  readonly #start = new StartLine();
  readonly #finish = new StartLine();
  readonly gaps: LineGaps = { start: this.#start.gaps, finish: this.#finish.gaps };

  /** Sets the crossings of a runner; undefined removes them. */
  put(
    runnerId: string,
    score?: Readonly<Record<'crossing' | 'finishCrossing', StartCrossing | undefined>>,
  ): void {
    this.#start.put(runnerId, score?.crossing);
    this.#finish.put(runnerId, score?.finishCrossing);
  }

  /** Recalculates the gaps, and returns the runners to score again. */
  update(): ReadonlySet<string> {
    return new Set([...this.#start.update(), ...this.#finish.update()]);
  }
}

const BY_GAP = {
  valueOf: ({ gapMs }: Pair) => gapMs,
  compareTies: (a: Pair, b: Pair) => compareText(a.runnerId, b.runnerId),
};

/** The usual gap; undefined if the mat is not later, or too few runners were read at both. */
function medianGap(pairs: OrderedSequence<Pair>): DurationMs | undefined {
  if (pairs.length < FEWEST_PAIRS) return undefined;
  const middle = pairs.at(Math.floor((pairs.length - 1) / 2));
  const gapMs = Math.round((middle?.gapMs ?? 0) / GAP_STEP_MS) * GAP_STEP_MS;
  return gapMs > 0 ? gapMs : undefined;
}
