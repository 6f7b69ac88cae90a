import { takesPart } from '#shared/model/runner.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import { presentStarter } from '#shared/scoring/present-result.ts';
import type { Starter } from '#shared/model/result.ts';

import type { LiveRace } from './live-race.ts';

/** Finds runners that the public may know of: everyone who takes part, as GET /starters lists them. */
export class PublicRunners {
  readonly #race: LiveRace;
  #bibs: ReadonlyMap<string, RunnerId | undefined> = new Map();
  #bibsAt = '';

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** By the id, else by a bib that only one of them has, as the page finds them. */
  find(idOrBib: string): Starter | undefined {
    return this.#findById(asRunnerId(idOrBib)) ?? this.#findByBib(foldBib(idOrBib));
  }

  #findById(runnerId: RunnerId): Starter | undefined {
    const runner = this.#race.findRunner(runnerId);
    return runner && takesPart(runner)
      ? presentStarter(runner, this.#race.standings.courses)
      : undefined;
  }

  #findByBib(bib: string): Starter | undefined {
    const runnerId = this.#listBibs().get(bib);
    return runnerId && this.#findById(runnerId);
  }

  /** The holder of each bib; undefined for one that several have. Gathered once for each list of runners. */
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
