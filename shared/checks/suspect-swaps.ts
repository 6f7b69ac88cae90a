import { append } from '../model/group-by.ts';
import type { RunnerId } from '../model/ids.ts';
import type { CheckReason } from '../wire/missing-api.ts';
import type { CheckedRunner, RunnerReads } from './runner-reads.ts';

/** A runner to check, and why; or one who was read before their start, without a reason. */
export interface Suspect {
  readonly one: RunnerReads;
  readonly reasons: readonly CheckReason[];
}

/** Two runners, each with the band that the other wears; undefined where one of them wears none. */
export type ExchangeBands = (
  a: RunnerReads,
  b: RunnerReads,
) => readonly [CheckedRunner, CheckedRunner] | undefined;

/** To try a pair scores two runners; of more pairs there is another cause than two bands. */
const MOST_PAIRS = 500;
/** What nobody does by a slip of a mat; two runners who merely were not read somewhere are no swap. */
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
  // Where a third one would do as well nobody knows who it was.
  const isAlone = (id: RunnerId | undefined): boolean =>
    id !== undefined && fitting.get(id)?.length === 1;
  return new Map(
    Array.from(fitting, ([id, [other = id]]) => [id, other] as const).filter(
      ([id, other]) => isAlone(id) && isAlone(other),
    ),
  );
}

/** On the way many a read is missing that is yet to come: who merely missed something is looked at once they are in. */
function mayBeSwapped({ one, reasons }: Suspect): boolean {
  const isIn = one.isRead.at(-1) === true;
  return one.isEarly || reasons.some(({ kind }) => WRONG.has(kind) || (HOLES.has(kind) && isIn));
}

/** Pairs of different events alone: within one the reads of two would be as strange of the one as of the other. */
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
