import { getOrAdd } from '../model/group-by.ts';
import type { DurationMs } from '../model/time.ts';
import { countWhile } from '../scoring/ordered-sequence.ts';

import type { Leg } from './course-ahead.ts';
import { type LegFit, fitLeg } from './fit-leg.ts';
import { type LegRun, type LegSample, START } from './leg-sample.ts';

/** The number of similar runners that count in a large field. */
const MOST_ALIKE = 1_000;
/** The most fits along the field. */
const PLACES = 12;

/** A leg as the field has run it, fitted at several places on first use. */
export function modelLeg(from: number, to: number, { through, open }: LegSample): Leg {
  const fits = new Map<number, LegFit>();
  const count = through.length;
  const step = Math.max(MOST_ALIKE / 4, count / PLACES);
  const fitAt = (place: number): LegFit => {
    const middle = Math.round(place * step - MOST_ALIKE / 2);
    const begin = Math.max(0, Math.min(middle, count - MOST_ALIKE));
    const end = Math.min(count, begin + MOST_ALIKE);
    // A runner slower than everybody through is evidence for slow runners only.
    const first = begin === 0 ? 0 : rankOf(open, through[begin]?.before ?? 0);
    const last = end === count ? open.length : rankOf(open, (through[end - 1]?.before ?? 0) + 1);
    const alike = { through: through.slice(begin, end), open: open.slice(first, last) };
    return fitLeg(alike, from === START);
  };
  return {
    from,
    to,
    unknown: open.length / (open.length + count),
    fit(beforeMs) {
      const place = Math.round(rankOf(through, beforeMs) / step);
      return getOrAdd(fits, place, () => fitAt(place));
    },
  };
}

function rankOf(runs: readonly LegRun[], beforeMs: DurationMs): number {
  return countWhile(runs.length, (at) => (runs[at]?.before ?? 0) < beforeMs);
}
