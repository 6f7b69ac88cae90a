import type { Starter } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { findKom } from '#shared/scoring/course.ts';
import { timeAt } from '#shared/scoring/stage-point.ts';

import type { LoggedArrival } from './newest-first.ts';
import { type Call, isSameCall } from './calls.ts';

/** What a commentator was told of an arrival. */
export interface Told {
  readonly isThrough: boolean;
  readonly elapsedMs: DurationMs;
  readonly calls: readonly Call[];
}

/** How an arrival differs from what was told of it. */
export interface Change {
  /** They were there, but heard of only after others who came later; or they are there again. */
  readonly isLate: boolean;
  /** The time that was told, where it is another. */
  readonly wasMs: DurationMs | undefined;
  /** What was called out and is not so, and what should be. */
  readonly lost: readonly Call[];
  readonly won: readonly Call[];
}

/** Something that was told and is no longer so (SCREENS.md CO3). */
export interface Notice extends Change {
  readonly arrival: LoggedArrival;
  readonly noticedMs: EpochMs;
}

/** What has to be told anew; undefined where all is as it was told. */
export function compareTold(told: Told, arrival: LoggedArrival): Change | undefined {
  const { elapsedMs, calls, isTakenBack } = arrival;
  // Nearly everyone of a large field ends here.
  const isTold = told.isThrough && told.elapsedMs === elapsedMs && told.calls === calls;
  if (isTold && !isTakenBack) return undefined;
  if (!told.isThrough && isTakenBack) return undefined;
  const isLate = !told.isThrough;
  const isElse = told.elapsedMs !== elapsedMs;
  const sayable = listSayable(told.calls, arrival.result);
  const lost = isLate ? [] : sayable.filter((call) => isRevoked(call, arrival));
  const won = isLate
    ? calls
    : calls.filter((call) => isOfPlaces(call) && !told.calls.some((one) => isSameCall(one, call)));
  if (!isLate && !isElse && !isTakenBack && lost.length === 0 && won.length === 0) return undefined;
  return { isLate, wasMs: isElse ? told.elapsedMs : undefined, lost, won };
}

/** How an arrival is told. */
export function tell({ elapsedMs, calls, isTakenBack }: LoggedArrival): Told {
  return { isThrough: !isTakenBack, elapsedMs, calls };
}

/** What may still be said of what was called out: of who became private no category (RULES.md PV1). */
export function listSayable(calls: readonly Call[], result: Starter): readonly Call[] {
  const isHidden = `${result.firstName}${result.lastName}${result.ageGroup}` === '';
  return isHidden ? calls.filter(({ kind }) => kind !== 'sex' && kind !== 'ageGroup') : calls;
}

/** A place that is another, or a best time that was none: one that was only beaten since was called out rightly. */
function isRevoked(call: Call, { result, point, elapsedMs, calls, isTakenBack }: LoggedArrival) {
  if (calls.some((one) => isSameCall(one, call))) return false;
  if (isTakenBack) return true;
  if (call.kind === 'leg') {
    const fromMs = timeAt(result, call.of);
    return fromMs === null || point === call.of || elapsedMs - fromMs !== call.legMs;
  }
  if (call.kind === 'climb') {
    return result.komsMs[findKom(call.of).index] !== call.komMs;
  }
  return isOfPlaces(call);
}

/** Of a category only who wins it is told anew: with each start of its own the others change all the time. */
function isOfPlaces(call: Call): boolean {
  return call.kind === 'sex' || (call.kind === 'ageGroup' && call.place === 1);
}
