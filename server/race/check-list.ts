import { isDeepStrictEqual } from 'node:util';
import type { Courses } from '#shared/model/courses.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { type CheckedRunner, type RunnerReads, readRunner } from '#shared/checks/runner-reads.ts';
import { findToCheck, type ExchangeBands } from '#shared/checks/to-check.ts';
import type { ToCheck } from '#shared/wire/missing-api.ts';

/**
 * Runners to check (RULES.md MS7). A change costs a step in a set; changed runners are read again and the list is made
 * when somebody asks. The object changes only when the contents do, so a sender can compare by identity.
 */
export class CheckList {
  readonly #find: (runnerId: RunnerId) => CheckedRunner | undefined;
  readonly #exchange: ExchangeBands;
  readonly #courses: Courses;
  readonly #reads = new Map<RunnerId, RunnerReads>();
  readonly #outdated = new Set<RunnerId>();
  #found: ToCheck = { count: 0, runners: [] };

  /** `find` gives a runner's current state; undefined for a deleted one. */
  constructor(
    find: (runnerId: RunnerId) => CheckedRunner | undefined,
    exchange: ExchangeBands,
    courses: Courses,
  ) {
    this.#courses = courses;
    this.#find = find;
    this.#exchange = exchange;
  }

  /** Something changed about a runner, their scans or their outcome. */
  outdate(runnerId: RunnerId): void {
    this.#outdated.add(runnerId);
  }

  read(): ToCheck {
    if (this.#outdated.size === 0) return this.#found;
    for (const runnerId of this.#outdated) {
      const one = this.#find(runnerId);
      if (one) this.#reads.set(runnerId, readRunner(one, this.#courses));
      else this.#reads.delete(runnerId);
    }
    this.#outdated.clear();
    const found = findToCheck([...this.#reads.values()], this.#courses, this.#exchange);
    if (!isDeepStrictEqual(found, this.#found)) this.#found = found;
    return this.#found;
  }
}
