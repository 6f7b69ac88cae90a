import type { Courses, KomCode } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { getOrAdd, groupBy } from '../model/group-by.ts';
import type { EventTotals, UnrankedResult } from '../model/result.ts';
import { EventStandings } from './event-standings.ts';
import type { GroupPlaces, StagePoint } from './stages.ts';
import { type OrderedView, OrderedSequence } from './ordered-sequence.ts';
import { isInKom } from './course.ts';
import { byKom } from './rank-keys.ts';

/**
 * The ranking of the whole race in sorted lists, updated result by result. The server answers GET /api from it and the
 * page shows it, so both rank alike (RULES.md RK). An unchanged row stays the same object. The ordered views are live;
 * read them again after a change.
 */
export class Standings {
  readonly #results = new Map<string, UnrankedResult>();
  readonly courses: Courses;
  readonly #events = new Map<EventCode, EventStandings>();
  /** The special tabs (RULES.md RK9), each sorted on first use and then kept in order. */
  readonly #specials = new Map<KomCode, OrderedSequence<UnrankedResult>>();
  #totals: EventTotals;

  /** The courses are fixed: another race needs other standings. */
  constructor(courses: Courses) {
    this.courses = courses;
    this.#totals = courses.byEvent(() => 0);
  }

  /** The ranking of one event, empty for an unknown one. */
  eventOf(event: EventCode): EventStandings {
    return getOrAdd(this.#events, event, () => new EventStandings(event, this.courses));
  }

  /** Wristbanded runners per event, as last set. */
  get totals(): EventTotals {
    return this.#totals;
  }

  get size(): number {
    return this.#results.size;
  }

  /** Replaces all results; of several for one runner the last counts. */
  replaceAll(results: Iterable<UnrankedResult>, totals: EventTotals): void {
    this.#results.clear();
    this.#specials.clear();
    this.#totals = totals;
    for (const result of results) this.#results.set(result.runnerId, result);
    const members = groupBy(this.#results.values(), ({ events }) => events);
    for (const event of this.courses.events) this.eventOf(event).load(members.get(event) ?? []);
  }

  /** Lists a runner, or replaces their row. */
  put(result: UnrankedResult): void {
    this.#replace(this.#results.get(result.runnerId), result);
    this.#results.set(result.runnerId, result);
  }

  remove(runnerId: string): void {
    this.#replace(this.#results.get(runnerId), undefined);
    this.#results.delete(runnerId);
  }

  setTotals(totals: EventTotals): void {
    this.#totals = totals;
  }

  find(runnerId: string): UnrankedResult | undefined {
    return this.#results.get(runnerId);
  }

  /** By place. */
  finishers(event: EventCode): OrderedView<UnrankedResult> {
    return this.eventOf(event).parts.finished;
  }

  /** Of an age group, by the time that ranks there (RULES.md RK14). */
  finishersOf(event: EventCode, ageGroup: string): readonly UnrankedResult[] {
    return this.eventOf(event).finishersOf(ageGroup);
  }

  /** By name. */
  dnfs(event: EventCode): OrderedView<UnrankedResult> {
    return this.eventOf(event).parts.dnf;
  }

  /** Furthest along first. */
  onCourse(event: EventCode): OrderedView<UnrankedResult> {
    return this.eventOf(event).parts.racing;
  }

  /** A special tab by KOM time, those without one last (RULES.md RK9). */
  special(kom: KomCode): OrderedSequence<UnrankedResult> {
    return getOrAdd(this.#specials, kom, () => {
      const climb = this.courses.findClimb(kom);
      const list = new OrderedSequence(byKom(climb?.index ?? -1));
      if (climb) list.load([...this.#results.values()].filter((one) => isInKom(one, climb)));
      return list;
    });
  }

  /** The overall place; null unless finished. */
  placeOf(runnerId: string): number | null {
    return this.placeAt(runnerId, 'finish');
  }

  /** The place at the finish, or at a checkpoint among everyone listed; null without a time there. */
  placeAt(runnerId: string, point: StagePoint): number | null {
    const result = this.find(runnerId);
    return result ? this.eventOf(result.events).placeAt(result, point) : null;
  }

  /** The places at the checkpoints among everyone listed; null without a split. */
  checkpointPlacesOf(runnerId: string): readonly (number | null)[] {
    const result = this.find(runnerId);
    return result
      ? this.eventOf(result.events).checkpointPlacesOf(result)
      : this.courses.slots.map(() => null);
  }

  groupPlacesAt(result: UnrankedResult, point: StagePoint): GroupPlaces {
    return this.eventOf(result.events).groupPlacesAt(result, point);
  }

  /** The place in a special tab; null without a time there. */
  specialPlaceOf(kom: KomCode, runnerId: string): number | null {
    const [climb, result] = [this.courses.findClimb(kom), this.find(runnerId)];
    const komMs = (climb && result?.komsMs[climb.index]) ?? null;
    if (!climb || !result || komMs === null || !isInKom(result, climb)) return null;
    return this.special(kom).countBelow(komMs) + 1;
  }

  /** The place in the age group; null unless finished. */
  groupPlaceOf(runnerId: string): number | null {
    const result = this.find(runnerId);
    return result ? this.eventOf(result.events).groupPlaceOf(result) : null;
  }

  /** Whether the runner is the first finisher of their age group. */
  isWinner(runnerId: string): boolean {
    const result = this.find(runnerId);
    return result !== undefined && this.eventOf(result.events).isWinner(result);
  }

  /** Everyone listed: finishers by place, DNFs, runners on course (RULES.md RK10). */
  listed(event: EventCode): readonly UnrankedResult[] {
    return this.eventOf(event).all();
  }

  listAll(): UnrankedResult[] {
    return this.courses.events.flatMap((event) => this.listed(event));
  }

  #replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    if (before && before.events !== after?.events) {
      this.eventOf(before.events).replace(before, undefined);
      if (after) this.eventOf(after.events).replace(undefined, after);
    } else if (after) {
      this.eventOf(after.events).replace(before, after);
    }
    for (const [code, list] of this.#specials) {
      const climb = this.courses.findClimb(code);
      const [was, is] = [before, after].map((one) =>
        one && climb && isInKom(one, climb) ? one : undefined,
      );
      list.replace(was, is);
    }
  }
}
