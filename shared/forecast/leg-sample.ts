import type { FieldTimes } from './field-times.ts';

/** The start, before any point. */
export const START = -1;

/**
 * A leg of everyone who began it. Lengths are logarithms of the leg's time over the time before it (over a millisecond on
 * the first leg), `pace` is that of the leg before; NaN if unknown.
 */
export interface LegSample {
  /** Runners through, by their time before it. */
  readonly through: LegTimes;
  /** Runners still on it, in the same order: their legs are longer than `length`. */
  readonly open: LegTimes;
}

export interface LegTimes {
  readonly before: Float64Array;
  readonly length: Float64Array;
  readonly pace: Float64Array;
}

export function collectLeg(field: FieldTimes, from: number, to: number): LegSample {
  const { elapsed, starts, lastSeen } = field;
  const begin = elapsed[from];
  const end = elapsed[to];
  const heardMs = field.heardMs[to] ?? -Infinity;
  const through: number[] = [];
  const open: number[] = [];
  const lengths = new Float64Array(field.count);
  for (let row = 0; row < field.count; row += 1) {
    const beforeMs = from === START ? 0 : (begin?.[row] ?? Number.NaN);
    if (Number.isNaN(beforeMs)) continue;
    const endMs = end?.[row] ?? Number.NaN;
    const isThrough = !Number.isNaN(endMs);
    // A runner seen further on, but not here, is no evidence.
    if (!isThrough && (lastSeen[row] ?? START) > from) continue;
    const spentMs = isThrough ? endMs - beforeMs : heardMs - (starts[row] ?? 0) - beforeMs;
    if (!(spentMs > 0)) continue;
    lengths[row] = Math.log(spentMs / (from === START ? 1 : beforeMs));
    if (isThrough) through.push(row);
    else open.push(row);
  }
  const paceBegin = elapsed[from - 1];
  const before = (row: number): number => begin?.[row] ?? 0;
  const select = (rows: readonly number[]): LegTimes => {
    const sorted = rows.toSorted(
      (a, b) => before(a) - before(b) || (lengths[a] ?? 0) - (lengths[b] ?? 0),
    );
    const times: LegTimes = {
      before: new Float64Array(sorted.length),
      length: new Float64Array(sorted.length),
      pace: new Float64Array(sorted.length).fill(Number.NaN),
    };
    for (const [at, row] of sorted.entries()) {
      times.before[at] = before(row);
      times.length[at] = lengths[row] ?? 0;
      if (paceBegin) times.pace[at] = paceOf(paceBegin[row], before(row));
    }
    return times;
  };
  return { through: select(through), open: select(open) };
}

/** The length of a leg as in {@link LegSample}; NaN without both times. */
export function paceOf(beforeMs: number | undefined, endMs: number): number {
  return beforeMs === undefined || endMs <= beforeMs
    ? Number.NaN
    : Math.log((endMs - beforeMs) / beforeMs);
}
