import type { LiveRace } from '#server/race/live-race.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { courseOf } from '#shared/scoring/course.ts';

/** Whose a bib is that was read: one runner, or why it is of no one. */
export type FoundBib =
  | { readonly kind: 'one'; readonly runnerId: RunnerId }
  | { readonly kind: 'none' | 'several' };

/** Finds who a marshal means (RULES.md MA3). */
export class BibIndex {
  readonly #race: LiveRace;
  /** Reports make other lists of runners, in which nearly all are the same. */
  readonly #folded = new WeakMap<Runner, string>();
  #byBib: ReadonlyMap<string, readonly Runner[]> = new Map();
  #at = '';

  constructor(race: LiveRace) {
    this.#race = race;
  }

  find(read: string, point: TimePoint): FoundBib {
    const runners = this.#listFitting(foldBib(read));
    const here = runners.filter(({ event }) => courseOf(event).has(point));
    const [one, ...others] = here.length > 0 ? here : runners;
    if (!one) return { kind: 'none' };
    return others.length > 0 ? { kind: 'several' } : { kind: 'one', runnerId: one.runnerId };
  }

  #listFitting(read: string): readonly Runner[] {
    const byBib = this.#gather();
    if (!read.includes('?')) return byBib.get(read) ?? [];
    // Zeros in front do not matter here either.
    const letters = read.replace(/^0+(?=\?)/, '').replaceAll('?', String.raw`[\p{L}\p{N}]`);
    const pattern = new RegExp(`^${letters}$`, 'u');
    return [...byBib].flatMap(([bib, runners]) => (pattern.test(bib) ? runners : []));
  }

  #gather(): ReadonlyMap<string, readonly Runner[]> {
    const { head, runnersVersion } = this.#race;
    const at = `${head.epoch} ${runnersVersion}`;
    if (this.#at === at) return this.#byBib;
    const byBib = new Map<string, Runner[]>();
    for (const runner of this.#race.listRunners()) {
      const bib = this.#fold(runner);
      const known = byBib.get(bib);
      if (known) known.push(runner);
      else if (bib !== '') byBib.set(bib, [runner]);
    }
    this.#byBib = byBib;
    this.#at = at;
    return byBib;
  }

  #fold(runner: Runner): string {
    const known = this.#folded.get(runner) ?? foldBib(runner.bibNumber);
    this.#folded.set(runner, known);
    return known;
  }
}
