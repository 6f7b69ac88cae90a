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
  /** The special tabs (RULES.md RK9): each is gathered at the first look, and kept in order from then on. */
  readonly #specials = new Map<KomCode, OrderedSequence<UnrankedResult>>();
  #totals: EventTotals;

  /** Bound to these courses: another race has other standings. */
  constructor(courses: Courses) {
    this.courses = courses;
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

  /** A special tab by KOM time, those without one last (RULES.md RK9). */
  special(kom: KomCode): OrderedSequence<UnrankedResult> {
    return getOrAdd(this.#specials, kom, () => {
      const climb = this.courses.findClimb(kom);
      const list = new OrderedSequence(byKom(climb?.index ?? -1));
      if (climb) list.load([...this.#results.values()].filter((one) => isInKom(one, climb)));
      return list;
    });
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
    const [climb, result] = [this.courses.findClimb(kom), this.find(runnerId)];
    const komMs = (climb && result?.komsMs[climb.index]) ?? null;
    if (!climb || !result || komMs === null || !isInKom(result, climb)) return null;
    return this.special(kom).countBelow(komMs) + 1;
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
    for (const [code, list] of this.#specials) {
      const climb = this.courses.findClimb(code);
      const [was, is] = [before, after].map((one) =>
        one && climb && isInKom(one, climb) ? one : undefined,
      );
      list.replace(was, is);
    }
  }
}
