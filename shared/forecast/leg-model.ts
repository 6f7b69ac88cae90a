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
export class LegModel implements Leg {
  readonly from: number;
  readonly to: number;
  readonly unknown: number;
  readonly #sample: LegSample;
  readonly #fits = new Map<number, LegFit>();

  constructor(from: number, to: number, sample: LegSample) {
    this.from = from;
    this.to = to;
    this.#sample = sample;
    const open = sample.open.length;
    this.unknown = open / (open + sample.through.length);
  }

  fit(beforeMs: DurationMs): LegFit {
    const { through, open } = this.#sample;
    const count = through.length;
    const step = Math.max(MOST_ALIKE / 4, count / PLACES);
    const place = Math.round(rankOf(through, beforeMs) / step);
    const known = this.#fits.get(place);
    if (known) return known;
    const from = Math.max(
      0,
      Math.min(Math.round(place * step - MOST_ALIKE / 2), count - MOST_ALIKE),
    );
    const to = Math.min(count, from + MOST_ALIKE);
    // A runner slower than everybody through is evidence for slow runners only.
    const first = from === 0 ? 0 : rankOf(open, through[from]?.before ?? 0);
    const last = to === count ? open.length : rankOf(open, (through[to - 1]?.before ?? 0) + 1);
    const fit = fitLeg({
      through: through.slice(from, to),
      open: open.slice(first, last),
      isFirst: this.from === START,
    });
    this.#fits.set(place, fit);
    return fit;
  }
}

function rankOf(runs: readonly LegRun[], beforeMs: DurationMs): number {
  return countWhile(runs.length, (at) => (runs[at]?.before ?? 0) < beforeMs);
}
