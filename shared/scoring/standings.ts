import { type Climb, type Courses, type KomCode } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { groupBy } from '../model/group-by.ts';
import type { EventTotals, UnrankedResult } from '../model/result.ts';
import { EventStandings } from './event-standings.ts';
import type { GroupPlaces, StagePoint } from './stages.ts';
import { type OrderedView, OrderedSequence } from './ordered-sequence.ts';
import { isInKom } from './course.ts';
import { byKom } from './rank-keys.ts';

/**
 * One special tab: everyone who runs that KOM and did not DNF, by KOM time (RULES.md RK9). They are gathered at the
 * first look, and kept up to date from then on.
 */
class SpecialStandings {
  readonly #kom: Climb;
  readonly #listed: () => Iterable<UnrankedResult>;
  #list: OrderedSequence<UnrankedResult> | undefined;

  /** `listed` gives everyone at that moment. */
  constructor(kom: Climb, listed: () => Iterable<UnrankedResult>) {
    this.#kom = kom;
    this.#listed = listed;
  }

  get list(): OrderedSequence<UnrankedResult> {
    if (this.#list) return this.#list;
    this.#list = new OrderedSequence(byKom(this.#kom.index));
    this.#list.load([...this.#listed()].filter((result) => isInKom(result, this.#kom)));
    return this.#list;
  }

  clear(): void {
    this.#list = undefined;
  }

  /** Removes `before` and adds `after`; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    if (!this.#list) return;
    const was = before && isInKom(before, this.#kom) ? before : undefined;
    const is = after && isInKom(after, this.#kom) ? after : undefined;
    this.#list.replace(was, is);
  }

  /** The place of a runner in this tab; null outside it and without a time. */
  placeOf(result: UnrankedResult): number | null {
    const komMs = result.komsMs[this.#kom.index] ?? null;
    return komMs === null || !isInKom(result, this.#kom) ? null : this.list.countBelow(komMs) + 1;
  }
}

const NOBODY: OrderedView<UnrankedResult> = new OrderedSequence(byKom(0));

/**
 * The ranking of the whole race, kept up to date result by result in sorted
 * lists. The server answers GET /api from it
 * and the page shows nothing else, so both rank alike (RULES.md RK).
 *
 * Results are kept as they were put: a row that did not change stays the same
 * object. The ordered views are live; read them again after a change.
 */
export class Standings {
  readonly #results = new Map<string, UnrankedResult>();
  readonly courses: Courses;
  readonly #events = new Map<EventCode, EventStandings>();
  readonly #specials: ReadonlyMap<KomCode, SpecialStandings>;
  #totals: EventTotals;

  /** Bound to these courses: another race has other standings. */
  constructor(courses: Courses) {
    this.courses = courses;
    this.#specials = new Map(
      courses.climbs.map((kom) => [
        kom.code,
        new SpecialStandings(kom, () => this.#results.values()),
      ]),
    );
    this.#totals = courses.byEvent(() => 0);
  }

  /** The ranking of one event, empty for an unknown one. */
  eventOf(event: EventCode): EventStandings {
    const known = this.#events.get(event);
    if (known) return known;
    const standings = new EventStandings(event, this.courses);
    this.#events.set(event, standings);
    return standings;
  }

  /** Wristbanded runners per event, as last set. */
  get totals(): EventTotals {
    return this.#totals;
  }

  get size(): number {
    return this.#results.size;
  }

  /** Starts again from these results; if a runner has two, the last counts. */
  replaceAll(results: Iterable<UnrankedResult>, totals: EventTotals): void {
    this.#results.clear();
    for (const special of this.#specials.values()) special.clear();
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

  /** Removes a runner from the list, if they are on it. */
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

  /** Those of an age group, by the time that ranks there (RULES.md RK14). */
  finishersOf(event: EventCode, ageGroup: string): readonly UnrankedResult[] {
    return this.eventOf(event).finishersOf(ageGroup);
  }

  /** Runners of an event who did not finish, by name. */
  dnfs(event: EventCode): OrderedView<UnrankedResult> {
    return this.eventOf(event).parts.dnf;
  }

  /** Runners of an event who are still out, furthest along first. */
  onCourse(event: EventCode): OrderedView<UnrankedResult> {
    return this.eventOf(event).parts.racing;
  }

  /** A special tab by KOM time, those without one last. */
  special(kom: KomCode): OrderedView<UnrankedResult> {
    return this.#specials.get(kom)?.list ?? NOBODY;
  }

  /** Overall place among the finishers of the event; null for anyone else. */
  placeOf(runnerId: string): number | null {
    const result = this.find(runnerId);
    return result ? this.eventOf(result.events).placeAt(result, 'finish') : null;
  }

  /** Place at the finish, or at a checkpoint among all listed of the event; null without a time there. */
  placeAt(runnerId: string, point: StagePoint): number | null {
    const result = this.find(runnerId);
    return result ? this.eventOf(result.events).placeAt(result, point) : null;
  }

  /** Places at the checkpoints among all listed of the event, null where the runner has no split. */
  checkpointPlacesOf(runnerId: string): readonly (number | null)[] {
    const result = this.find(runnerId);
    return result
      ? this.eventOf(result.events).checkpointPlacesOf(result)
      : this.courses.slots.map(() => null);
  }

  /**
   * The places at the finish, or at a checkpoint, among everyone of the event, their sex and their age group; null in a
   * group that the runner is not in, and without a time there.
   */
  groupPlacesAt(result: UnrankedResult, point: StagePoint): GroupPlaces {
    return this.eventOf(result.events).groupPlacesAt(result, point);
  }

  /** Place in a special tab; null for those without a time or not in it. */
  specialPlaceOf(kom: KomCode, runnerId: string): number | null {
    const result = this.find(runnerId);
    return (result && this.#specials.get(kom)?.placeOf(result)) ?? null;
  }

  /** Place among the finishers of their age group in the event; null for anyone else. */
  groupPlaceOf(runnerId: string): number | null {
    const result = this.find(runnerId);
    return result ? this.eventOf(result.events).groupPlaceOf(result) : null;
  }

  /** Whether the runner is the first finisher of their age group in the event. */
  isWinner(runnerId: string): boolean {
    const result = this.find(runnerId);
    return result !== undefined && this.eventOf(result.events).isWinner(result);
  }

  /** Everyone listed of an event: finishers by place, DNFs, on course (RULES.md RK10). */
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
    for (const special of this.#specials.values()) special.replace(before, after);
  }
}
