import type { EventCode } from '../model/event.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { type StagePoint, timeAt } from '../scoring/stage-point.ts';
import { type Steps, finish } from '../scoring/steps.ts';
import { type FieldTimes, readFieldTimes } from './field-times.ts';
import { type LegFit, type LegLengths, fitLeg } from './fit-leg.ts';
import { type LegSample, type LegTimes, START, collectLeg, paceOf } from './leg-sample.ts';
import { nineOfTenFrom } from './normal.ts';

/** When a runner is expected at a point still ahead of them (RULES.md XP1). Never a result. */
export interface ExpectedStage {
  /** The slot of a checkpoint, or the finish. */
  readonly stage: StagePoint;
  /** Since the runner's start, as likely too early as too late. */
  readonly elapsedMs: DurationMs;
  /** Eight of ten come between these. */
  readonly earliestMs: DurationMs;
  readonly latestMs: DurationMs;
  /** The least number of runners any leg on the way there comes from. */
  readonly basis: number;
}

/** Expected times in one event, from what its rows tell. */
export interface Forecast {
  /** The stages still ahead, in the order of the course; none of who is through, out, or of whom nothing can be said. */
  expect(result: UnrankedResult): readonly ExpectedStage[];
  /** Works out what {@link expect} would at its first calls; others can have a turn after each step. */
  prepare(): Steps<void>;
}

/** Fewer who are through tell nothing. */
const LEAST_BASIS = 5;
/** Of a large field those most like the runner count. */
const MOST_ALIKE = 1_000;
/** Legs are fitted at so many places along the field at most. */
const PLACES = 12;

/** A leg as it is run along the field. */
class LegModel {
  readonly to: number;
  readonly #sample: LegSample;
  readonly #fits = new Map<number, LegFit>();
  /** The part of those who began the leg of whom nothing is known yet. */
  readonly unknown: number;

  constructor(to: number, sample: LegSample) {
    this.to = to;
    this.#sample = sample;
    const open = sample.open.length.length;
    this.unknown = open / (open + sample.through.length.length);
  }

  /** The leg of those who began it about as late as `beforeMs`. */
  fit(beforeMs: DurationMs): LegFit {
    const { through, open } = this.#sample;
    const count = through.before.length;
    const step = Math.max(MOST_ALIKE / 4, count / PLACES);
    const place = Math.round(rankOf(through.before, beforeMs) / step);
    const known = this.#fits.get(place);
    if (known) return known;
    const from = Math.max(
      0,
      Math.min(Math.round(place * step - MOST_ALIKE / 2), count - MOST_ALIKE),
    );
    const to = Math.min(count, from + MOST_ALIKE);
    const first = rankOf(open.before, through.before[from] ?? 0);
    const last = rankOf(open.before, (through.before[to - 1] ?? 0) + 1);
    const fit = fitLeg(pick(through, from, to), pick(open, first, last));
    this.#fits.set(place, fit);
    return fit;
  }
}

/** How wide the unknown part of a field makes a range: see RULES.md XP5. */
const UNKNOWN_SPREAD = 0.15;

/** Expected times for everyone of an event, from the results of all. A leg is worked out when it is first asked for. */
export function createForecast(rows: Iterable<UnrankedResult>, event: EventCode): Forecast {
  let field: FieldTimes | undefined;
  const legs = new Map<number, LegModel | undefined>();
  function* readField(): Steps<FieldTimes> {
    return (field ??= yield* readFieldTimes(rows, event));
  }
  /** The leg from a point to the next one of which enough is known. */
  function* findLeg(from: number): Steps<LegModel | undefined> {
    if (legs.has(from)) return legs.get(from);
    const times = yield* readField();
    let found: LegModel | undefined;
    for (let to = from + 1; to < times.points.length && !found; to += 1) {
      const sample = yield* collectLeg(times, from, to);
      if (sample.through.length.length >= LEAST_BASIS) found = new LegModel(to, sample);
    }
    legs.set(from, found);
    return found;
  }

  return {
    *prepare() {
      const { points } = yield* readField();
      for (let from = START; from < points.length - 1; from += 1) {
        yield;
        yield* findLeg(from);
      }
    },

    expect(result) {
      if (result.events !== event || result.status !== 'racing') return [];
      const { points } = finish(readField());
      const seen = points.map((point) => timeAt(result, point));
      const from = seen.findLastIndex((timeMs) => timeMs !== null);
      const beforeMs = seen[from] ?? 0;
      const way: Leg[] = [];
      const expected: ExpectedStage[] = [];
      const pace = paceOf(seen[from - 1] ?? undefined, beforeMs);
      for (let at = from; at < points.length - 1;) {
        const model = finish(findLeg(at));
        const stage = model && points[model.to];
        if (!model || stage === undefined) break;
        way.push({
          fit: model.fit(run(way, from, beforeMs, pace).elapsedMs),
          unknown: model.unknown,
        });
        expected.push({ stage, ...range(way, from, beforeMs, pace) });
        at = model.to;
      }
      return expected;
    },
  };
}

interface Leg {
  readonly fit: LegFit;
  readonly unknown: number;
}

/** The time at the end of a way, with one of its legs `by` longer. */
function run(
  way: readonly Leg[],
  from: number,
  beforeMs: DurationMs,
  paceBefore: number,
  changed = -1,
  by = 0,
): { readonly elapsedMs: DurationMs } {
  let elapsedMs = beforeMs;
  let pace = paceBefore;
  for (const [at, { fit }] of way.entries()) {
    const isKnown = !Number.isNaN(pace) && !Number.isNaN(fit.usualPace);
    const length =
      fit.level + (isKnown ? fit.slope * (pace - fit.usualPace) : 0) + (at === changed ? by : 0);
    const isFirst = from === START && at === 0;
    const legMs = Math.exp(length) * (isFirst ? 1 : elapsedMs);
    elapsedMs += legMs;
    pace = isFirst ? Number.NaN : length;
  }
  return { elapsedMs };
}

function range(
  way: readonly Leg[],
  from: number,
  beforeMs: DurationMs,
  pace: number,
): Omit<ExpectedStage, 'stage'> {
  const { elapsedMs } = run(way, from, beforeMs, pace);
  let early = 0;
  let late = 0;
  let drift = 0;
  for (const [at, { fit, unknown }] of way.entries()) {
    const { spread, basis } = fit;
    const by = spread * Math.sqrt(1 + 1 / basis);
    const wide = nineOfTenFrom(basis);
    early += (wide * (elapsedMs - run(way, from, beforeMs, pace, at, -by).elapsedMs)) ** 2;
    late += (wide * (run(way, from, beforeMs, pace, at, by).elapsedMs - elapsedMs)) ** 2;
    const unsure = UNKNOWN_SPREAD * unknown * unknown;
    drift += run(way, from, beforeMs, pace, at, unsure).elapsedMs - elapsedMs;
  }
  return {
    elapsedMs: Math.round(elapsedMs),
    earliestMs: Math.round(Math.max(beforeMs, elapsedMs - Math.hypot(Math.sqrt(early), drift / 2))),
    latestMs: Math.round(elapsedMs + Math.hypot(Math.sqrt(late), drift)),
    basis: Math.min(...way.map(({ fit }) => fit.basis)),
  };
}

/** How many of sorted values are smaller. */
function rankOf(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A part of the times, of many every so-manyth. */
function pick({ length, pace }: LegTimes, from: number, to: number): LegLengths {
  const stride = Math.max(1, Math.floor((to - from) / MOST_ALIKE));
  const picked = { length: [] as number[], pace: [] as number[] };
  for (let at = from; at < to; at += stride) {
    picked.length.push(length[at] ?? 0);
    picked.pace.push(pace[at] ?? Number.NaN);
  }
  return picked;
}
