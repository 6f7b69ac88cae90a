import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { getOrAdd, groupBy } from '../model/group-by.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs } from '../model/time.ts';
import { compareText } from '../scoring/order.ts';
import type { CheckReason, EarlyFinish, RunnerToCheck, ToCheck } from '../wire/missing-api.ts';

import type { RunnerReads } from './runner-reads.ts';

/** The rest is only counted. */
export const MOST_TO_CHECK = 200;
/** Fewer runners show nothing (RULES.md MS8, MS7). */
const FEWEST = 10;
/** A far shorter leg is below this share of the others' (RULES.md MS7). */
const FAST_PART = 0.7;
/** The worst first: reasons that explain others, wrong results, gaps. */
const KINDS = [
  'by-hand',
  'early-finish',
  'other-course',
  'fast-leg',
  'same-bib',
  'late',
  'missed',
  'no-start',
] as const;

/** Runners to check, with the reasons (RULES.md MS7, MS8). */
export function findToCheck(field: Iterable<RunnerReads>, courses: Courses): ToCheck {
  const events = new Map<EventCode, EventReads>();
  const eventOf = ({ runner: { event } }: RunnerReads): EventReads =>
    getOrAdd(events, event, () => new EventReads(courses.routeOf(event)));
  for (const one of field) eventOf(one).add(one);
  const holders = new Map(
    Array.from(
      groupBy(field, ({ bibKey }) => bibKey),
      ([key, all]) => [key, all.map(({ runner }) => runner.runnerId).toSorted(compareText)],
    ),
  );
  const listed: { readonly one: RunnerReads; readonly reasons: readonly CheckReason[] }[] = [];
  for (const one of field) {
    const reasons = eventOf(one).findReasons(one);
    const same = holders.get(one.bibKey ?? '') ?? [];
    const runnerId = same.find((id) => id !== one.runner.runnerId);
    if (runnerId) reasons.push({ kind: 'same-bib', runnerId, others: same.length - 1 });
    if (one.byHand) reasons.push({ kind: 'by-hand', ...one.byHand });
    reasons.push(...one.late.map((late) => ({ kind: 'late', ...late }) as const));
    if (reasons.length === 0) continue;
    listed.push({ one, reasons: reasons.toSorted((a, b) => rankOf(a) - rankOf(b)) });
  }
  listed.sort(
    (a, b) =>
      rankOf(a.reasons[0]) - rankOf(b.reasons[0]) ||
      compareText(a.one.runner.lastName, b.one.runner.lastName) ||
      compareText(a.one.runner.firstName, b.one.runner.firstName) ||
      compareText(a.one.runner.runnerId, b.one.runner.runnerId),
  );
  return {
    count: listed.length,
    runners: listed
      .slice(0, MOST_TO_CHECK)
      .map(({ one, reasons }): RunnerToCheck => ({ runnerId: one.runner.runnerId, reasons })),
  };
}

function rankOf(reason: CheckReason | undefined): number {
  return KINDS.findIndex((kind) => kind === reason?.kind);
}

/** The usual reads on the course of an event. */
class EventReads {
  readonly #points: readonly TimePoint[];
  /** The runners seen beyond each point, and those of them read at it. */
  readonly #beyond: number[];
  readonly #read: number[];
  readonly #legs: DurationMs[][];
  readonly #others = new Map<TimePoint, number>();
  #seen = 0;
  #limits: readonly (FastLimit | undefined)[] | undefined;

  constructor(route: readonly TimePoint[]) {
    this.#points = route;
    this.#beyond = this.#points.map(() => 0);
    this.#read = this.#points.map(() => 0);
    this.#legs = this.#points.slice(1).map(() => []);
  }

  add({ isRead, legsMs, others }: RunnerReads): void {
    if (isRead.length > 0 || others.length > 0) this.#seen += 1;
    for (const point of others) this.#others.set(point, (this.#others.get(point) ?? 0) + 1);
    const last = lastReadOf(isRead);
    for (let at = 0; at < last; at += 1) {
      this.#beyond[at] = (this.#beyond[at] ?? 0) + 1;
      if (isRead[at]) this.#read[at] = (this.#read[at] ?? 0) + 1;
    }
    for (let at = 0; at < legsMs.length; at += 1) {
      const legMs = legsMs[at] ?? null;
      if (legMs !== null) this.#legs[at]?.push(legMs);
    }
  }

  findReasons(one: RunnerReads): CheckReason[] {
    const points = one.others.filter((point) => !this.#isPassedBy(point));
    const reasons: CheckReason[] = points.length > 0 ? [{ kind: 'other-course', points }] : [];
    const { earlyFinish } = one;
    if (earlyFinish && this.#isEvident(earlyFinish))
      reasons.push({ kind: 'early-finish', ...earlyFinish });
    this.#addHoles(one, reasons);
    this.#addFastLegs(one, reasons);
    return reasons;
  }

  /** A read at a point that was silent for others may be from the way home. */
  #isEvident({ points }: EarlyFinish): boolean {
    return (
      points.length > 1 || points.some((point) => !this.#isSilent(this.#points.indexOf(point)))
    );
  }

  /** Few runners were read at the point. */
  #isSilent(at: number): boolean {
    return 2 * (this.#read[at] ?? 0) < (this.#beyond[at] ?? 0);
  }

  #addHoles({ isRead, earlyFinish }: RunnerReads, reasons: CheckReason[]): void {
    const last = lastReadOf(isRead);
    const missed: TimePoint[] = [];
    let later: TimePoint | undefined;
    for (let at = 0; at < last; at += 1) {
      const point = this.#points[at];
      if (isRead[at] || this.#isSilent(at) || !point) continue;
      if (earlyFinish?.points.includes(point)) continue;
      if (at === 0) reasons.push({ kind: 'no-start' });
      else {
        missed.push(point);
        later = this.#points[isRead.indexOf(true, at)];
      }
    }
    if (later) reasons.push({ kind: 'missed', points: missed, later });
  }

  #addFastLegs({ legsMs }: RunnerReads, reasons: CheckReason[]): void {
    const limits = (this.#limits ??= this.#legs.map(findFastLimit));
    for (let at = 0; at < legsMs.length; at += 1) {
      const legMs = legsMs[at] ?? null;
      const limit = limits[at];
      if (!limit || legMs === null || legMs > limit.fastMs) continue;
      const [from = 'start', to = 'finish'] = this.#points.slice(at, at + 2);
      const { othersMs, count: asFast } = limit;
      reasons.push({ kind: 'fast-leg', from, to, legMs, othersMs, asFast });
    }
  }

  /** Whether the course passes a mat of another one. */
  #isPassedBy(point: TimePoint): boolean {
    const count = this.#others.get(point) ?? 0;
    return count >= FEWEST && 2 * count >= this.#seen;
  }
}

/** A listed runner without any time was read beyond the start, unless there. */
function lastReadOf(isRead: readonly boolean[]): number {
  const last = isRead.lastIndexOf(true);
  return last === -1 && isRead.length > 0 ? 1 : last;
}

/** The far shorter legs of a point. */
interface FastLimit {
  /** The longest of them. */
  readonly fastMs: DurationMs;
  readonly count: number;
  /** The shortest of the others. */
  readonly othersMs: DurationMs;
}

/** Undefined if no leg is far shorter (RULES.md MS7). */
function findFastLimit(legs: readonly DurationMs[]): FastLimit | undefined {
  const sorted = Float64Array.from(legs).toSorted();
  const most = Math.min(Math.floor(sorted.length / FEWEST), sorted.length - FEWEST);
  for (let count = most; count > 0; count -= 1) {
    const [fastMs, othersMs] = [sorted[count - 1], sorted[count]];
    if (fastMs === undefined || othersMs === undefined) continue;
    if (fastMs < FAST_PART * othersMs) return { fastMs, count, othersMs };
  }
  return undefined;
}
