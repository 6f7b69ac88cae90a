import type { Arrival } from '#client/spectators/arrivals.ts';
import type { Starter } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { timeAt } from '#shared/scoring/stage-point.ts';

import { type Call, isSameCall } from './calls.ts';

/** An arrival as the commentator sees it; immutable, and replaced when it changes. */
export interface LoggedArrival extends Arrival {
  /** Counts the arrivals in the order in which the page heard of them. */
  readonly order: number;
  /** When the page heard of them; undefined for those who were through when the log began. */
  readonly heardMs: EpochMs | undefined;
  readonly calls: readonly Call[];
  /** The time that was first announced here. */
  readonly firstMs: DurationMs;
  /** The runner is not through after all. */
  readonly isRevoked: boolean;
}

/** An arrival as it is, and as the commentator announced it: the same object until something changes. */
export interface AnnouncedArrival {
  readonly arrival: LoggedArrival;
  /** A late arrival that is not expected at the top counts as announced as revoked. */
  readonly announced: LoggedArrival;
  /** Since when it has to be announced again. */
  readonly noticedMs: EpochMs | undefined;
}

/** Something that was announced and is no longer true (SCREENS.md CO3). */
export interface Notice {
  readonly arrival: LoggedArrival;
  readonly noticedMs: EpochMs;
  /** The runner was through, but the page heard of it after later ones; or the runner is back. */
  readonly isLate: boolean;
  /** The announced time, where it differs. */
  readonly wasMs: DurationMs | undefined;
  /** What was called out and is wrong, and what should have been. */
  readonly lost: readonly Call[];
  readonly won: readonly Call[];
}

export function keyOf({ point, result }: LoggedArrival): string {
  return `${point} ${result.runnerId}`;
}

/** What has to be announced again of an arrival; undefined where it is as announced. */
export function findChange(
  announced: LoggedArrival,
  arrival: LoggedArrival,
): Omit<Notice, 'arrival' | 'noticedMs'> | undefined {
  // Nearly everyone of a large field returns here.
  if (announced === arrival || (announced.isRevoked && arrival.isRevoked)) return undefined;
  const { isRevoked, elapsedMs, calls } = arrival;
  const isLate = announced.isRevoked;
  const wasMs = announced.elapsedMs === elapsedMs ? undefined : announced.elapsedMs;
  const sayable = listSayable(announced.calls, arrival.result);
  const lost = isLate ? [] : sayable.filter((call) => isWrong(call, arrival));
  const isNew = (call: Call): boolean => !announced.calls.some((one) => isSameCall(one, call));
  const won = isLate ? calls : calls.filter((call) => isOfWinners(call) && isNew(call));
  const isSame = !isLate && !isRevoked && wasMs === undefined && lost.length + won.length === 0;
  return isSame ? undefined : { isLate, wasMs, lost, won };
}

/** The calls that may still be announced: of a runner who became private no category (RULES.md PV1). */
export function listSayable(calls: readonly Call[], result: Starter): readonly Call[] {
  const isHidden = `${result.firstName}${result.lastName}${result.ageGroup}` === '';
  return isHidden ? calls.filter(({ kind }) => kind !== 'sex' && kind !== 'ageGroup') : calls;
}

/** A changed place, or a best time that was none. A best time that was only beaten since was called out rightly. */
function isWrong(call: Call, { result, point, elapsedMs, calls, isRevoked }: LoggedArrival) {
  if (calls.some((one) => isSameCall(one, call))) return false;
  if (isRevoked) return true;
  if (call.kind === 'leg') {
    const fromMs = timeAt(result, call.of);
    return fromMs === null || point === call.of || elapsedMs - fromMs !== call.value;
  }
  if (call.kind === 'climb') return !result.komsMs.includes(call.value);
  return isOfWinners(call);
}

/** Only the winner of a category is announced again: with chip times the other places change all the time. */
function isOfWinners(call: Call): boolean {
  return call.kind === 'sex' || (call.kind === 'ageGroup' && call.value === 1);
}
