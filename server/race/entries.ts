import { foldBib } from '#shared/format/fold-text.ts';
import type { Courses } from '#shared/model/courses.ts';
import { asRunnerId, type BandId, type EventCode, type RunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EventTotals, Starter } from '#shared/model/result.ts';
import { bandsOf, type Runner, takesPart } from '#shared/model/runner.ts';
import { updateAgeGroup } from '#shared/scoring/categories.ts';
import { presentStarter } from '#shared/scoring/present-result.ts';
import { findHandRunner } from '#shared/scoring/replaced-reads.ts';

import type { LiveRace } from './live-race.ts';

/** The entered runners, with their categories on race day (RULES.md AG1), and the holders of wristbands. */
export class Entries {
  readonly #runners = new Map<RunnerId, Runner>();
  /** The stored records of runners with a derived category. */
  readonly #derived = new Map<RunnerId, Runner>();
  readonly #holders = new Map<BandId, RunnerId>();
  readonly #totals: Record<EventCode, number>;

  constructor(courses: Courses) {
    this.#totals = courses.byEvent(() => 0);
  }

  get count(): number {
    return this.#runners.size;
  }

  get totals(): EventTotals {
    return { ...this.#totals };
  }

  find(runnerId: RunnerId): Runner | undefined {
    return this.#runners.get(runnerId);
  }

  /** The runner as stored: with the category of the entry. */
  findSaved(runnerId: RunnerId): Runner | undefined {
    return this.#derived.get(runnerId) ?? this.#runners.get(runnerId);
  }

  findHolder(bandId: BandId): Runner | undefined {
    const runnerId = this.#holders.get(bandId) ?? findHandRunner(bandId);
    return runnerId && this.#runners.get(runnerId);
  }

  list(): MapIterator<Runner> {
    return this.#runners.values();
  }

  enter(runner: Runner, config: RaceConfig): void {
    if (runner.isAgeGroupDerived) this.#derived.set(runner.runnerId, runner);
    this.#runners.set(runner.runnerId, updateAgeGroup(runner, config));
    for (const bandId of bandsOf(runner)) this.#holders.set(bandId, runner.runnerId);
    if (takesPart(runner)) this.#count(runner.event, 1);
  }

  /** Removes a runner; returns the wristbands that have no holder now. */
  leave(runnerId: RunnerId): readonly BandId[] {
    const runner = this.#runners.get(runnerId);
    if (!runner) return [];
    this.#runners.delete(runnerId);
    this.#derived.delete(runnerId);
    if (takesPart(runner)) this.#count(runner.event, -1);
    const held = bandsOf(runner).filter((bandId) => this.#holders.get(bandId) === runnerId);
    for (const bandId of held) this.#holders.delete(bandId);
    return held;
  }

  /** Derives categories again after the settings changed; returns the runners whose category changed. */
  updateAgeGroups(config: RaceConfig): RunnerId[] {
    const changed: RunnerId[] = [];
    for (const [runnerId, saved] of this.#derived) {
      const updated = updateAgeGroup(saved, config);
      if (updated.ageGroup === this.#runners.get(runnerId)?.ageGroup) continue;
      this.#runners.set(runnerId, updated);
      changed.push(runnerId);
    }
    return changed;
  }

  #count(event: EventCode, change: number): void {
    this.#totals[event] = (this.#totals[event] ?? 0) + change;
  }
}

/** Finds public runners: all who take part, as GET /starters lists them. */
export class PublicRunners {
  readonly #race: LiveRace;
  #bibs: ReadonlyMap<string, RunnerId | undefined> = new Map();
  #bibsAt = '';

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** By id, else by a bib that only one of them has, as the page does. */
  find(idOrBib: string): Starter | undefined {
    const bibHolder = (): RunnerId | undefined => this.#listBibs().get(foldBib(idOrBib));
    const { courses } = this.#race.standings;
    const runner = this.#findById(asRunnerId(idOrBib)) ?? this.#findById(bibHolder());
    return runner && presentStarter(runner, courses);
  }

  #findById(runnerId: RunnerId | undefined): Runner | undefined {
    const runner = runnerId && this.#race.findRunner(runnerId);
    return runner && takesPart(runner) ? runner : undefined;
  }

  /** The runner of each bib, undefined if several have it; the same map until the runners change. */
  #listBibs(): ReadonlyMap<string, RunnerId | undefined> {
    const { head, runnersVersion } = this.#race;
    const at = `${head.epoch} ${runnersVersion}`;
    if (this.#bibsAt === at) return this.#bibs;
    const bibs = new Map<string, RunnerId | undefined>();
    for (const runner of this.#race.listRunners()) {
      const key = foldBib(runner.bibNumber);
      if (key === '' || !takesPart(runner)) continue;
      bibs.set(key, bibs.has(key) ? undefined : runner.runnerId);
    }
    this.#bibs = bibs;
    this.#bibsAt = at;
    return bibs;
  }
}
