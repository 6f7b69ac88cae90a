import { takesPart } from '#shared/model/runner.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { Starter } from '#shared/model/result.ts';
import { OrderedSequence } from '#shared/scoring/ordered-sequence.ts';
import { presentStarter } from '#shared/scoring/present-result.ts';
import { byName } from '#shared/scoring/rank-keys.ts';

import type { LiveRace } from './live-race.ts';
import { inSlices, yieldToOthers } from './yield-queue.ts';

type ListsOfRaces = ReadonlyMap<EventCode, readonly Starter[]>;

/** Runners gathered before a yield: a few milliseconds. */
const RUNNERS_A_STEP = 1_000;

/** The starters of each race, by name: gathered in steps on request, and again when the runners changed. */
export class StartList {
  readonly #race: LiveRace;
  #made: { readonly of: string; readonly lists: Promise<ListsOfRaces> } | undefined;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  async list(event: EventCode): Promise<readonly Starter[]> {
    const { head, runnersVersion } = this.#race;
    const of = `${head.epoch} ${runnersVersion}`;
    if (this.#made?.of !== of) this.#made = { of, lists: this.#gather() };
    return (await this.#made.lists).get(event) ?? [];
  }

  async #gather(): Promise<ListsOfRaces> {
    const { events } = this.#race.standings.courses;
    const members = new Map(events.map((event) => [event, [] as Starter[]]));
    let count = 0;
    // All from one moment: changes exchange runners at each yield.
    const runners = Array.from(this.#race.listRunners());
    for (const runner of runners) {
      if (takesPart(runner)) members.get(runner.event)?.push(presentStarter(runner));
      if (++count % RUNNERS_A_STEP === 0) await yieldToOthers();
    }
    const lists = new Map<EventCode, readonly Starter[]>();
    for (const [event, starters] of members) {
      const ordered = new OrderedSequence<Starter>(byName);
      await inSlices(ordered.loadInSteps(starters));
      lists.set(event, ordered.list());
    }
    return lists;
  }
}
