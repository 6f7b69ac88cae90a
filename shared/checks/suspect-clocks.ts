import { MAX_SHIFT_MS } from '../model/decisions.ts';
import { type DurationMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import type { ClockSuspicion, SwappedSources } from '../wire/reads-api.ts';
import { type Comparison, compareSources, gapFrom, isTogether } from './compare-sources.ts';
import { compareText } from '../scoring/order.ts';
import { chooseShift, fitShift } from './fit-shift.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { ScoringRules } from '../scoring/scoring-rules.ts';
import { type Clock, type Field, gatherField, type HeldRead } from './sightings.ts';
import { findSwappedSources } from './swapped-sources.ts';
import { type Bounds, countMisfits, findBounds, type MisfitsOf } from './time-order.ts';

/** The fewest runners that are evidence (RULES.md CR6). */
const FEWEST = 10;
/** An explanation must fix all but this share of the misfits. */
const MOST_LEFT = 0.2;
/** An explanation within this share of the best counts as equal. */
const AS_GOOD = 0.02;

/** The assumption that the clocks of a source, or of one of its mats, are wrong. */
interface Explanation extends Pick<
  ClockSuspicion,
  'by' | 'wrong' | 'of' | 'shiftMs' | 'rightSource'
> {
  readonly clocks: readonly Clock[];
  /** The clock with the best evidence. */
  readonly clock: Clock;
  /** How many more pairs of reads fit then. */
  readonly gain: number;
  /** How many more sources at the same points agree then. */
  readonly votes: number;
  /** The reads must lie between others, which few do by chance. */
  readonly isBetween: boolean;
  /** The source at the same point by which the shift is judged. */
  readonly other?: string;
  /** The source that may be wrong instead. */
  readonly rival?: string | undefined;
}

export interface ClockFindings {
  readonly suspicions: readonly ClockSuspicion[];
  /** Sources that arrival shows to be right. */
  readonly right: readonly string[];
  /** The sources that seem to have been swapped (RULES.md CR8). */
  readonly swaps: readonly SwappedSources[];
}

/**
 * The sources whose clocks seem to be wrong, the one that explains most first (RULES.md CR6), from the reads alone, in
 * any order.
 */
export function suspectClocks(reads: Iterable<HeldRead>, rules: ScoringRules): ClockFindings {
  const field = gatherField(reads, rules);
  const blind = new Set<Clock>();
  // The arrival of live reads needs no other clock of the race.
  const suspicions = findByArrival(field, blind);
  const swaps = findSwappedSources(field, blind);
  const right = [...field.arrivals].flatMap(([source, { aheadMs }]) =>
    aheadMs === 0 ? [source] : [],
  );
  // Points whose sources are split evenly: after one is named, the rest would outvote its partner.
  const tied = new Set<TimePoint>();
  // A wrong clock makes its neighbours seem wrong, until it no longer judges them.
  for (;;) {
    const worst = findWorst(field, blind, tied);
    if (!worst) return { suspicions, right, swaps };
    for (const clock of worst.clocks) {
      blind.add(clock);
      if (worst.rival !== undefined && worst.other !== undefined) tied.add(clock.point);
    }
    const suspicion = present(worst);
    if (suspicion) suspicions.push(suspicion);
  }
}

function findByArrival({ arrivals, clocks }: Field, blind: Set<Clock>): ClockSuspicion[] {
  const found: ClockSuspicion[] = [];
  for (const [source, { aheadMs, reads: wrong, of, fromMs, untilMs }] of arrivals) {
    const its = clocks.get(source) ?? [];
    const [first] = its;
    if (aheadMs === 0 || !first) continue;
    for (const clock of its) blind.add(clock);
    const { point } = its.reduce((a, b) => (b.reads > a.reads ? b : a), first);
    found.push({
      source,
      point,
      everywhere: first.mat.size < its.length || undefined,
      by: 'arrival',
      wrong,
      of,
      shiftMs: withinReach(roundShift(0 - aheadMs)),
      fromMs,
      untilMs,
    });
  }
  return found.toSorted((a, b) => b.wrong - a.wrong || compareText(a.source, b.source));
}

/** Undefined for a gun: a wrong gun is no source's fault. */
function present(worst: Explanation): ClockSuspicion | undefined {
  const { clock, clocks, by, rightSource, wrong, of, shiftMs, rival } = worst;
  if (clock.point === 'gun') return undefined;
  return {
    source: clock.source,
    point: clock.point,
    everywhere: clocks.some(({ mat }) => mat.size < clocks.length) || undefined,
    by,
    rightSource,
    wrong,
    of,
    // A shift would invite to move a clock that may be right.
    shiftMs: rival === undefined ? shiftMs : null,
    rival,
    fromMs: Math.min(...clocks.map(({ firstMs }) => firstMs)),
    untilMs: Math.max(...clocks.map(({ lastMs }) => lastMs)),
  };
}

function gatherEvidence(field: Field, blind: ReadonlySet<Clock>): Evidence {
  return {
    comparisons: compareSources(field, blind),
    misfits: countMisfits(field, blind),
    fit: (clocks) => findBounds(field, blind, new Set(clocks)),
    isRight: (source) => field.arrivals.get(source)?.aheadMs === 0,
  };
}

function findWorst(
  field: Field,
  blind: ReadonlySet<Clock>,
  tied: ReadonlySet<TimePoint>,
): Explanation | undefined {
  const evidence = gatherEvidence(field, blind);
  const ofSources: Explanation[] = [];
  for (const all of [...field.clocks.values(), ...field.guns.map((gun) => [gun])]) {
    const clocks = all.filter((clock) => !blind.has(clock));
    const mats = new Set(clocks.map(({ mat }) => mat));
    const ofMats = Array.from(mats, (mat) => explain([...mat], evidence));
    const single = chooseBest(ofMats, field);
    const whole = mats.size > 1 ? explain(clocks, evidence) : undefined;
    // A source has one clock, unless two share its name.
    const best = whole && (!single || isAsGood(whole.gain, single.gain)) ? whole : single;
    if (best && !isInnocent(best, field)) ofSources.push(best);
  }
  const worst = chooseBest(ofSources, field);
  if (!worst || worst.shiftMs === null) return worst;
  const usual =
    worst.by === 'order' && !isUsualError(worst)
      ? findUsualError(worst, { field, blind, evidence })
      : undefined;
  return (
    usual ?? { ...worst, rival: findRival(worst, ofSources, { field, blind, tied, evidence }) }
  );
}

/** The source that may be wrong instead: it explains as much, and contradicts no third one or is what the shift is judged by. */
function findRival(
  { clock, clocks, by, gain, other, rightSource, ...worst }: Explanation,
  all: readonly Explanation[],
  judging: {
    readonly field: Field;
    readonly blind: ReadonlySet<Clock>;
    readonly tied: ReadonlySet<TimePoint>;
    readonly evidence: Evidence;
  },
): string | undefined {
  if (clock.point === 'gun' || rightSource !== undefined) return undefined;
  if (other !== undefined && judging.tied.has(clock.point)) return other;
  const isContradicted = explainByOrder(clocks, judging.evidence) !== undefined;
  const equals = all.filter(
    (one) =>
      one.clock.source !== clock.source &&
      one.clock.point !== 'gun' &&
      one.by === by &&
      one.shiftMs !== null &&
      (isAsGood(one.gain, gain) || (!isContradicted && one.votes >= worst.votes)),
  );
  // Where no two clocks of a point agree, or two pairs do, none shows which is wrong.
  if (other !== undefined) return equals.find((one) => one.clock.source === other) && other;
  const likely = equals.filter((one) => isUsualError(one) === isUsualError(worst));
  if (likely.length === 0) return undefined;
  const rest = gatherEvidence(judging.field, new Set([...judging.blind, ...clocks]));
  return likely.find((one) => !explain(one.clocks, rest))?.clock.source;
}

/**
 * A clock off by whole hours that explains as much as one off by another time. It need not contradict most runners: it
 * may also read those of other distances.
 */
function findUsualError(
  { gain, clock: { source: odd } }: Explanation,
  { field, blind, evidence }: { field: Field; blind: ReadonlySet<Clock>; evidence: Evidence },
): Explanation | undefined {
  const usual: Explanation[] = [];
  for (const [source, all] of field.clocks) {
    const clocks = all.filter((clock) => !blind.has(clock));
    if (source === odd || clocks.length === 0) continue;
    const found = explainByOrder(clocks, evidence, 0);
    if (found && isUsualError(found) && isAsGood(found.gain, gain) && !isInnocent(found, field))
      usual.push(found);
  }
  return chooseBest(usual, field);
}

/** Whether arrival, the best evidence, shows the clock to be right to half a minute. */
function isInnocent({ clock, by, shiftMs }: Explanation, { arrivals }: Field): boolean {
  if (arrivals.get(clock.source)?.aheadMs !== 0) return false;
  return by === 'order' || shiftMs === null || Math.abs(shiftMs) > MINUTE_MS / 2;
}

/** The evidence before anybody is suspected. */
interface Evidence {
  readonly comparisons: readonly Comparison[];
  readonly misfits: MisfitsOf;
  readonly fit: (clocks: readonly Clock[]) => Bounds;
  readonly isRight: (source: string) => boolean;
}

function explain(clocks: readonly Clock[], evidence: Evidence): Explanation | undefined {
  return explainByOthers(clocks, evidence) ?? explainByOrder(clocks, evidence);
}

/** By another clock at the same point. */
function explainByOthers(
  clocks: readonly Clock[],
  { comparisons, fit, isRight }: Evidence,
): Explanation | undefined {
  const gaps = clocks.flatMap((clock) =>
    comparisons.flatMap((comparison) => {
      const gapMs = gapFrom(clock, comparison);
      return gapMs === undefined ? [] : { clock, gapMs, comparison };
    }),
  );
  const most = gaps
    .filter(({ gapMs }) => !isTogether(gapMs, 0))
    .toSorted(
      (a, b) =>
        b.comparison.of - a.comparison.of ||
        Math.abs(a.gapMs) - Math.abs(b.gapMs) ||
        a.gapMs - b.gapMs,
    )[0];
  if (!most) return undefined;
  const shiftMs = roundShift(most.gapMs);
  let [gain, votes] = [0, 0];
  for (const { gapMs, comparison } of gaps) {
    const vote = Number(isTogether(gapMs, shiftMs)) - Number(isTogether(gapMs, 0));
    votes += vote;
    gain += vote * comparison.of;
  }
  const { atLeast, atMost } = fit(clocks);
  for (const ms of atLeast) gain += Number(ms <= shiftMs) - Number(ms <= 0);
  for (const ms of atMost) gain += Number(ms >= shiftMs) - Number(ms >= 0);
  const { of, wrong, a, b } = most.comparison;
  const other = most.clock === a ? b.source : a.source;
  return {
    by: 'other-source',
    other,
    rightSource: isRight(other) ? other : undefined,
    clocks,
    clock: most.clock,
    wrong,
    of,
    shiftMs: withinReach(shiftMs),
    gain,
    votes,
    isBetween: false,
  };
}

/** By reads of the same runners at other points. */
function explainByOrder(
  clocks: readonly Clock[],
  { misfits, fit }: Evidence,
  most = 0.5,
): Explanation | undefined {
  const [first] = clocks;
  if (!first) return undefined;
  const its = misfits.get(first.mat.size === clocks.length ? first.mat : first.source);
  if (!its || its.of < FEWEST || its.wrong <= most * its.of) return undefined;
  const wrongAt = (clock: Clock): number => misfits.get(clock)?.wrong ?? 0;
  const clock = clocks.reduce((a, b) => (wrongAt(b) > wrongAt(a) ? b : a), first);
  const { atLeast, atMost } = fit(clocks);
  const range = fitShift(atLeast, atMost);
  const bounds = atLeast.length + atMost.length;
  const isMended = bounds - range.kept <= MOST_LEFT * (bounds - range.keptNow);
  return {
    by: 'order',
    clocks,
    clock,
    wrong: its.wrong,
    of: its.of,
    shiftMs: isMended ? withinReach(chooseShift(range)) : null,
    gain: range.kept - range.keptNow,
    votes: 0,
    isBetween: Number.isFinite(range.fromMs) && Number.isFinite(range.untilMs),
  };
}

/** To a tenth of a second, above a minute to a second. */
function roundShift(ms: DurationMs): DurationMs {
  const stepMs = Math.abs(ms) > MINUTE_MS ? SECOND_MS : SECOND_MS / 10;
  return Math.round(ms / stepMs) * stepMs;
}

/** Null if too large for a clock correction. */
function withinReach(ms: DurationMs): DurationMs | null {
  return Math.abs(ms) > MAX_SHIFT_MS ? null : ms;
}

/** Most wrong clocks are off by a zone, summer time, half a day or a day. */
function isUsualError({ shiftMs }: Pick<Explanation, 'shiftMs'>): boolean {
  return shiftMs !== null && shiftMs % HOUR_MS === 0;
}

function isAsGood(gain: number, other: number): boolean {
  return gain >= other - Math.max(2, AS_GOOD * other);
}

/** The one that explains most; of equals the likeliest, then a guess. */
function chooseBest(
  given: readonly (Explanation | undefined)[],
  field: Pick<Field, 'clocks'>,
): Explanation | undefined {
  const all = given.filter((one) => one !== undefined);
  const most = Math.max(0, ...all.map(({ gain }) => gain));
  const readsOf = ({ clock }: Explanation): number =>
    (field.clocks.get(clock.source) ?? []).reduce((sum, { reads }) => sum + reads, 0);
  return all
    .filter(({ gain }) => gain > 0 && isAsGood(gain, most))
    .toSorted(
      (a, b) =>
        Number(a.clock.point === 'gun') - Number(b.clock.point === 'gun') ||
        Number(a.by === 'order') - Number(b.by === 'order') ||
        Number(isUsualError(b)) - Number(isUsualError(a)) ||
        Number(b.isBetween) - Number(a.isBetween) ||
        readsOf(a) - readsOf(b) ||
        compareText(a.clock.source, b.clock.source) ||
        compareText(a.clock.point, b.clock.point),
    )[0];
}
