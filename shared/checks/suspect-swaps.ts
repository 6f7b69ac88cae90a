import { append } from '../model/group-by.ts';
import type { RunnerId } from '../model/ids.ts';
import type { CheckReason } from '../wire/missing-api.ts';
import type { CheckedRunner, RunnerReads } from './runner-reads.ts';

/** A runner to check, and why; or one who was read before their start, without a reason. */
export interface Suspect {
  readonly one: RunnerReads;
  readonly reasons: readonly CheckReason[];
}

/** Two runners, each with the other's band; undefined if one of them wears none. */
export type ExchangeBands = (
  a: RunnerReads,
  b: RunnerReads,
) => readonly [CheckedRunner, CheckedRunner] | undefined;

/** Trying a pair scores two runners; more pairs than this have another cause than two swapped bands. */
const MOST_PAIRS = 500;
/** Reasons that a missed read alone does not explain; two runners who were merely missed somewhere are no swap. */
const WRONG: ReadonlySet<string> = new Set(['other-course', 'fast-leg']);
const HOLES: ReadonlySet<string> = new Set(['early-finish', 'missed']);

/**
 * Pairs of runners who seem to wear each other's bands (RULES.md MS10). Each pair is listed twice. `isPlausible` says
 * that after a swap neither would be to check.
 */
export function suspectSwaps(
  suspects: readonly Suspect[],
  exchange: ExchangeBands,
  isPlausible: (exchanged: CheckedRunner) => boolean,
): ReadonlyMap<RunnerId, RunnerId> {
  const candidates = suspects.filter(mayBeSwapped);
  const pairs = listPairs(candidates);
  const fitting = new Map<RunnerId, RunnerId[]>();
  for (const [a, b] of pairs.length > MOST_PAIRS ? [] : pairs) {
    if (!exchange(a, b)?.every(isPlausible)) continue;
    const ids = [a.runner.runnerId, b.runner.runnerId] as const;
    for (const [id, other] of [ids, ids.toReversed() as [RunnerId, RunnerId]])
      append(fitting, id, other);
  }
  // If a third runner fits as well, nobody knows who it was.
  const isAlone = (id: RunnerId | undefined): boolean =>
    id !== undefined && fitting.get(id)?.length === 1;
  return new Map(
    Array.from(fitting, ([id, [other = id]]) => [id, other] as const).filter(
      ([id, other]) => isAlone(id) && isAlone(other),
    ),
  );
}

/** On course reads are still to come: runners who merely missed something are looked at once they are in. */
function mayBeSwapped({ one, reasons }: Suspect): boolean {
  const isIn = one.isRead.at(-1) === true;
  return one.isEarly || reasons.some(({ kind }) => WRONG.has(kind) || (HOLES.has(kind) && isIn));
}

/** Pairs of different events only: within one, the reads of two runners fit either of them. */
function listPairs(candidates: readonly Suspect[]): (readonly [RunnerReads, RunnerReads])[] {
  const pairs: (readonly [RunnerReads, RunnerReads])[] = [];
  for (const [at, a] of candidates.entries()) {
    for (const b of candidates.slice(at + 1)) {
      if (a.one.runner.event === b.one.runner.event) continue;
      const isWrong = [...a.reasons, ...b.reasons].some(({ kind }) => WRONG.has(kind));
      if (isWrong) pairs.push([a.one, b.one]);
      if (pairs.length > MOST_PAIRS) return pairs;
    }
  }
  return pairs;
}
