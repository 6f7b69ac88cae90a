import type { Courses } from '../model/courses.ts';
import { groupBy } from '../model/group-by.ts';
import { type RunnerStatus, type UnrankedResult, RUNNER_STATUSES } from '../model/result.ts';
import type { Ranking } from '../model/ranking.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byTime, byTotal, partKeysOf, valueAt } from './rank-keys.ts';
import type { StagePoint } from './stage-point.ts';

/**
 * Places at the checkpoints of one event (RULES.md RK6). The times of a
 * checkpoint are gathered when its places are first asked for and kept in step
 * from then on, so that a page that shows no splits pays nothing for them.
 */
class CheckpointRanks {
  readonly #times: (OrderedSequence<number> | undefined)[];
  readonly #listed: () => Iterable<UnrankedResult>;

  readonly #ranking: Ranking;

  /** `listed` gives everyone of the event as they stand at that moment. */
  constructor(slots: number, ranking: Ranking, listed: () => Iterable<UnrankedResult>) {
    this.#times = Array.from({ length: slots }, () => undefined);
    this.#ranking = ranking;
    this.#listed = listed;
  }

  /** The place at each checkpoint, null where the runner has no split. */
  placesOf(result: UnrankedResult): readonly (number | null)[] {
    return this.#times.map((_, slot) => this.placeOf(result, slot));
  }

  /** The place at one checkpoint, null without a split there. */
  placeOf(result: UnrankedResult, slot: number): number | null {
    const value = valueAt(result, slot, this.#ranking);
    if (value === null || !this.#ranking.isRanked) return null;
    return this.timesAt(slot).placeOf(value, this.#ranking.isDense);
  }

  /** Takes out the splits of `before` and puts in those of `after`; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    for (const [slot, times] of this.#times.entries()) {
      if (!times) continue;
      const oldValue = before && (valueAt(before, slot, this.#ranking) ?? undefined);
      const newValue = after && (valueAt(after, slot, this.#ranking) ?? undefined);
      if (oldValue !== newValue) times.replace(oldValue, newValue);
    }
  }

  /** Drops all that was gathered. */
  clear(): void {
    this.#times.fill(undefined);
  }

  /** What ranks at a checkpoint, in order. */
  timesAt(slot: number): OrderedSequence<number> {
    const known = this.#times[slot];
    if (known) return known;
    const times = new OrderedSequence(byTime);
    times.load(
      Array.from(this.#listed(), (one) => valueAt(one, slot, this.#ranking)).filter(
        (value) => value !== null,
      ),
    );
    this.#times[slot] = times;
    return times;
  }
}

/** The ranking of one event: its three parts, its age groups and its checkpoints. */
export class EventStandings {
  readonly parts: Readonly<Record<RunnerStatus, OrderedSequence<UnrankedResult>>>;
  readonly #groups = new Map<string, OrderedSequence<UnrankedResult>>();
  readonly checkpoints: CheckpointRanks;
  readonly #ranking: Ranking;

  constructor(courses: Courses, ranking: Ranking) {
    const keys = partKeysOf(courses, ranking);
    this.#ranking = ranking;
    this.parts = {
      finished: new OrderedSequence(keys.finished),
      dnf: new OrderedSequence(keys.dnf),
      racing: new OrderedSequence(keys.racing),
    };
    this.checkpoints = new CheckpointRanks(courses.slots.length, ranking, () => this.all());
  }

  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  all(): UnrankedResult[] {
    const { finished, dnf, racing } = this.parts;
    return finished.list().concat(dnf.list(), racing.list());
  }

  /** Replaces everything. */
  load(results: readonly UnrankedResult[]): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].load(results.filter((result) => result.status === status));
    }
    this.#groups.clear();
    const groups = groupBy(this.parts.finished, ({ ageGroup }) => ageGroup);
    for (const [group, members] of groups) this.#groupOf(group).load(members);
    this.checkpoints.clear();
  }

  /** Takes out `before` and puts in `after`, both of this event; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].replace(ifStatus(before, status), ifStatus(after, status));
    }
    const was = ifStatus(before, 'finished');
    const is = ifStatus(after, 'finished');
    if (was && was.ageGroup === is?.ageGroup) {
      this.#groupOf(was.ageGroup).replace(was, is);
    } else {
      if (was) this.#groupOf(was.ageGroup).remove(was);
      if (is) this.#groupOf(is.ageGroup).add(is);
    }
    this.checkpoints.replace(before, after);
  }

  /** Overall place among the finishers; null for anyone else (RULES.md RK3). */
  placeOf(result: UnrankedResult): number | null {
    const value = valueAt(result, 'finish', this.#ranking);
    if (value === null || !this.#ranking.isRanked) return null;
    return this.parts.finished.placeOf(value, this.#ranking.isDense);
  }

  /** The place at the finish, or at a checkpoint among all listed runners; null without a time there (RULES.md RK3, RK6). */
  placeAt(result: UnrankedResult, point: StagePoint): number | null {
    return point === 'finish' ? this.placeOf(result) : this.checkpoints.placeOf(result, point);
  }

  /** The places at the checkpoints among all listed runners, null without a split (RULES.md RK6). */
  checkpointPlacesOf(result: UnrankedResult): readonly (number | null)[] {
    return this.checkpoints.placesOf(result);
  }

  /** Whether this is the first finisher of an age group (RULES.md RK11). */
  isWinner(result: UnrankedResult): boolean {
    const { isRanked } = this.#ranking;
    return (
      isRanked && result.ageGroup !== '' && this.#groups.get(result.ageGroup)?.at(0) === result
    );
  }

  /** Place among the finishers of the age group; null for anyone else, and without one (RULES.md GP1). */
  groupPlaceOf(result: UnrankedResult): number | null {
    const value = valueAt(result, 'finish', this.#ranking, true);
    if (value === null || result.ageGroup === '' || !this.#ranking.isRanked) return null;
    return this.#groupOf(result.ageGroup).placeOf(value, this.#ranking.isDense);
  }

  #groupOf(ageGroup: string): OrderedSequence<UnrankedResult> {
    const known = this.#groups.get(ageGroup);
    if (known) return known;
    const group = new OrderedSequence(byTotal(this.#ranking, true));
    this.#groups.set(ageGroup, group);
    return group;
  }
}

function ifStatus(
  result: UnrankedResult | undefined,
  status: RunnerStatus,
): UnrankedResult | undefined {
  return result?.status === status ? result : undefined;
}
