import type { RunnerStatus, UnrankedResult } from '../model/result.ts';
import { RUNNER_STATUSES } from '../model/result.ts';
import { CheckpointRanks } from './checkpoint-ranks.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byName, byProgress, byTotal } from './rank-keys.ts';

/** The ranking of one event: its three parts, its age groups and its checkpoints. */
export class EventStandings {
  readonly parts: Readonly<Record<RunnerStatus, OrderedSequence<UnrankedResult>>> = {
    finished: new OrderedSequence(byTotal),
    dnf: new OrderedSequence(byName),
    racing: new OrderedSequence(byProgress),
  };
  readonly #groups = new Map<string, OrderedSequence<UnrankedResult>>();
  readonly #checkpoints = new CheckpointRanks(() => this.all());

  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  *all(): Generator<UnrankedResult, void> {
    yield* this.parts.finished;
    yield* this.parts.dnf;
    yield* this.parts.racing;
  }

  load(results: readonly UnrankedResult[]): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].load(results.filter((result) => result.status === status));
    }
    this.#groups.clear();
    for (const [ageGroup, members] of groupByAge(this.parts.finished)) {
      this.#groupOf(ageGroup).load(members);
    }
    this.#checkpoints.clear();
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
    this.#checkpoints.replace(before, after);
  }

  /** Overall place among the finishers; null for anyone else (RULES.md RK3). */
  placeOf(result: UnrankedResult): number | null {
    if (result.status !== 'finished') return null;
    return this.parts.finished.countBelow(byTotal.valueOf(result)) + 1;
  }

  /** The places at the checkpoints among all listed runners, null without a split (RULES.md RK6). */
  checkpointPlacesOf(result: UnrankedResult): readonly (number | null)[] {
    return this.#checkpoints.placesOf(result);
  }

  /** Whether this is the first finisher of an age group (RULES.md RK11). */
  isWinner(result: UnrankedResult): boolean {
    return result.ageGroup !== '' && this.#groups.get(result.ageGroup)?.at(0) === result;
  }

  #groupOf(ageGroup: string): OrderedSequence<UnrankedResult> {
    const known = this.#groups.get(ageGroup);
    if (known) return known;
    const group = new OrderedSequence(byTotal);
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

function groupByAge(finishers: Iterable<UnrankedResult>): Map<string, UnrankedResult[]> {
  const groups = new Map<string, UnrankedResult[]>();
  for (const result of finishers) {
    const members = groups.get(result.ageGroup);
    if (members) members.push(result);
    else groups.set(result.ageGroup, [result]);
  }
  return groups;
}
