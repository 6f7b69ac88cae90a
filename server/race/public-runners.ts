import type { RunnerId } from '#shared/model/ids.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { isWristbanded } from '#shared/model/runner.ts';
import { presentStarter } from '#shared/scoring/present-result.ts';
import type { Starter } from '#shared/model/result.ts';

import type { LiveRace } from './live-race.ts';

/** Finds whom the public may know of: everyone with a wristband, as GET /starters lists them. */
export class PublicRunners {
  readonly #race: LiveRace;
  #bibs: ReadonlyMap<string, RunnerId | undefined> = new Map();
  #bibsAt = '';

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** By the id, else by a bib that one of them alone has. */
  find(idOrBib: string): Starter | undefined {
    const found = this.#race.findRunner(asRunnerId(idOrBib));
    const runnerId = found ? found.runnerId : this.#listBibs().get(keyOf(idOrBib));
    const runner = runnerId && this.#race.findRunner(runnerId);
    return runner && isWristbanded(runner) ? presentStarter(runner) : undefined;
  }

  /** Whose each bib is; undefined for one that several have. Gathered once for each list of runners. */
  #listBibs(): ReadonlyMap<string, RunnerId | undefined> {
    const { head, runnersVersion } = this.#race;
    const at = `${head.epoch} ${runnersVersion}`;
    if (this.#bibsAt === at) return this.#bibs;
    const bibs = new Map<string, RunnerId | undefined>();
    for (const runner of this.#race.listRunners()) {
      const key = keyOf(runner.bibNumber);
      if (key === '' || !isWristbanded(runner)) continue;
      bibs.set(key, bibs.has(key) ? undefined : runner.runnerId);
    }
    this.#bibs = bibs;
    this.#bibsAt = at;
    return bibs;
  }
}

function keyOf(bib: string): string {
  return bib.trim().toUpperCase();
}
