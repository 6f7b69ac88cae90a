import type { LiveRace } from '#server/race/live-race.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

/** The holder of a read bib: one runner, or why it is not one. */
export type FoundBib =
  | { readonly kind: 'one'; readonly runnerId: RunnerId }
  | { readonly kind: 'none' | 'several' };

/** Finds the runner that a marshal means (RULES.md MA3). */
export class BibFinder {
  readonly #race: Pick<LiveRace, 'listRunners' | 'standings'>;
  /** Folding the bibs of 32,000 takes longer than all the rest. */
  readonly #folded = new WeakMap<Runner, string>();

  constructor(race: Pick<LiveRace, 'listRunners' | 'standings'>) {
    this.#race = race;
  }

  find(read: string, point: TimePoint): FoundBib {
    const fits = matchBib(read);
    const { courses } = this.#race.standings;
    const [here, elsewhere]: [Runner[], Runner[]] = [[], []];
    for (const runner of this.#race.listRunners()) {
      if (!fits(this.#fold(runner))) continue;
      (courses.pointsOf(runner.event).has(point) ? here : elsewhere).push(runner);
      if (here.length > 1) break;
    }
    const [one, other] = here.length > 0 ? here : elsewhere;
    if (!one) return { kind: 'none' };
    return other ? { kind: 'several' } : { kind: 'one', runnerId: one.runnerId };
  }

  #fold(runner: Runner): string {
    const known = this.#folded.get(runner);
    if (known !== undefined) return known;
    const folded = foldBib(runner.bibNumber);
    this.#folded.set(runner, folded);
    return folded;
  }
}
