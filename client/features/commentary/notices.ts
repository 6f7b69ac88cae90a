import type { Arrival } from '#client/spectators/arrivals.ts';
import type { Starter } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { timeAt } from '#shared/scoring/stage-point.ts';

import { type Call, isSameCall } from './calls.ts';

/** An arrival as the commentator has it before them; never changed, but replaced. */
export interface LoggedArrival extends Arrival {
  /** Counts who was heard of, one after another. */
  readonly order: number;
  /** When the page heard of them; undefined for who was through when the log was begun. */
  readonly heardMs: EpochMs | undefined;
  readonly calls: readonly Call[];
  /** The time that was first announced here. */
  readonly firstMs: DurationMs;
  /** They are not through after all. */
  readonly isRevoked: boolean;
}

/** An arrival as it is, and as the commentator announced it: the same until something changes. */
export interface AnnouncedArrival {
  readonly arrival: LoggedArrival;
  /** Of one who came in late, and was not looked for at the top, as if it were revoked. */
  readonly announced: LoggedArrival;
  /** Since when it has to be said anew. */
  readonly noticedMs: EpochMs | undefined;
}

/** Something that was announced and is no longer so (SCREENS.md CO3). */
export interface Notice {
  readonly arrival: LoggedArrival;
  readonly noticedMs: EpochMs;
  /** They were there, but heard of only after others who came later; or they are there again. */
  readonly isLate: boolean;
  /** The time that was announced, where it is another. */
  readonly wasMs: DurationMs | undefined;
  /** What was called out and is not so, and what should be. */
  readonly lost: readonly Call[];
  readonly won: readonly Call[];
}

/** Of one runner at one point. */
export function keyOf({ point, result }: LoggedArrival): string {
  return `${point} ${result.runnerId}`;
}

/** What has to be said anew of an arrival; undefined where it is as it was announced. */
export function findChange(
  announced: LoggedArrival,
  arrival: LoggedArrival,
): Omit<Notice, 'arrival' | 'noticedMs'> | undefined {
  // Nearly everyone of a large field ends here.
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

/** What may still be said of what was called out: of who became private no category (RULES.md PV1). */
export function listSayable(calls: readonly Call[], result: Starter): readonly Call[] {
  const isHidden = `${result.firstName}${result.lastName}${result.ageGroup}` === '';
  return isHidden ? calls.filter(({ kind }) => kind !== 'sex' && kind !== 'ageGroup') : calls;
}

/** A place that is another, or a best time that was none: one that was only beaten since was called out rightly. */
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

/** Of a category only who wins it is said anew: with each start of its own the others change all the time. */
function isOfWinners(call: Call): boolean {
  return call.kind === 'sex' || (call.kind === 'ageGroup' && call.value === 1);
}
