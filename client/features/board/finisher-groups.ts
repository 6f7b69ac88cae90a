import type { Courses } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { append } from '#shared/model/group-by.ts';
import type { Sex } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Follower } from '#shared/scoring/incremental-view.ts';
import {
  OrderedSequence,
  type OrderedView,
  type SortKey,
} from '#shared/scoring/ordered-sequence.ts';
import { byTotal, valueAt } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';

type Finishers = OrderedSequence<UnrankedResult>;

/** The finishers of each race by place, each of its sexes and each of its categories by themselves. */
export class FinisherGroups implements Follower {
  readonly #courses: Courses;
  readonly #sexes = new Map<string, Finishers>();
  readonly #ageGroups = new Map<string, Finishers>();

  constructor(standings: Standings) {
    this.#courses = standings.courses;
    const members = new Map<Finishers, UnrankedResult[]>();
    for (const event of standings.courses.events) {
      for (const result of standings.finishers(event)) {
        for (const group of this.#groupsOf(result)) append(members, group, result);
      }
    }
    for (const [group, results] of members) group.load(results);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    for (const group of this.#groupsOf(before)) if (before) group.remove(before);
    for (const group of this.#groupsOf(after)) if (after) group.add(after);
    return true;
  }

  ofSex(event: EventCode, sex: Sex): OrderedView<UnrankedResult> {
    return this.#openSex(event, sex);
  }

  ofAgeGroup(event: EventCode, ageGroup: string): OrderedView<UnrankedResult> {
    return this.#openAgeGroup(event, ageGroup);
  }

  /** Nobody of the group was faster. */
  isFirst(result: UnrankedResult, group: OrderedView<UnrankedResult>): boolean {
    const first = group.at(0);
    const ranking = this.#courses.rankingOf(result.events);
    const value = valueAt(result, 'finish', ranking);
    return (
      ranking.isRanked && !!first && value !== null && value === valueAt(first, 'finish', ranking)
    );
  }

  #openSex(event: EventCode, sex: Sex): Finishers {
    return openGroup(this.#sexes, `${event} ${sex}`, byTotal(this.#courses.rankingOf(event)));
  }

  #openAgeGroup(event: EventCode, ageGroup: string): Finishers {
    const key = byTotal(this.#courses.rankingOf(event), true);
    return openGroup(this.#ageGroups, `${event} ${ageGroup}`, key);
  }

  #groupsOf(result: UnrankedResult | undefined): readonly Finishers[] {
    if (result?.status !== 'finished') return [];
    const { events, ageGroup } = result;
    const sex = this.#courses.sexOf(result);
    const ofAgeGroup = this.#openAgeGroup(events, ageGroup);
    return sex ? [this.#openSex(events, sex), ofAgeGroup] : [ofAgeGroup];
  }
}

function openGroup(
  groups: Map<string, Finishers>,
  name: string,
  key: SortKey<UnrankedResult>,
): Finishers {
  let group = groups.get(name);
  if (!group) {
    group = new OrderedSequence(key);
    groups.set(name, group);
  }
  return group;
}
