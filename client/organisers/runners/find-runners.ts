import { foldText } from '#shared/format/fold-text.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

/** Those of a list who are looked for, in its order except where a number tells who comes first. */
export interface FoundRunners {
  readonly rows: readonly AdminRunner[];
  /** By what they were found; undefined when the whole list is shown. */
  readonly by: 'surname' | 'name' | 'number' | undefined;
  /** Whom Enter means. */
  readonly best: AdminRunner | undefined;
}

interface Keys {
  readonly surname: string;
  /** First and last name, each word after a blank. */
  readonly name: string;
  readonly bib: string;
}

/** Folding every name at every keystroke would stutter; a runner who changes is a new object. */
const keysOfRunner = new WeakMap<AdminRunner, Keys>();

function keysOf(runner: AdminRunner): Keys {
  const known = keysOfRunner.get(runner);
  if (known) return known;
  const surname = foldText(runner.lastName);
  const name = ` ${foldText(runner.firstName)} ${surname}`;
  const keys = { surname, name, bib: foldText(runner.bibNumber) };
  keysOfRunner.set(runner, keys);
  return keys;
}

/** How many runners are made ready at a time, between two frames. */
const READIED = 2_000;

/**
 * Makes ready what a filter reads, piece by piece, so that the first keystroke
 * is as quick as the next. Returns what ends it.
 */
export function readyToFind(runners: readonly AdminRunner[]): () => void {
  let next = 0;
  const timer = setInterval(() => {
    for (const runner of runners.slice(next, next + READIED)) keysOf(runner);
    next += READIED;
    if (next >= runners.length) clearInterval(timer);
  });
  return () => {
    clearInterval(timer);
  };
}

/**
 * Filters by a part of the surname (SCREENS.md SG2), whatever the capitals
 * and accents. Where no surname has it, first names count too. With a digit in
 * it the text is a bib first of all: the very bib, then those that begin so,
 * then surnames, then who wears or wore a band of that number, whom Enter never means:
 * a band that is read into the filter must not open its holder's form for the
 * next band.
 * `keptId` stays in the list whatever is looked for.
 */
export function findRunners(
  runners: readonly AdminRunner[],
  text: string,
  keptId?: string,
): FoundRunners {
  const wanted = foldText(text);
  if (wanted === '') return { rows: runners, by: undefined, best: undefined };
  if (/\d/.test(wanted)) return findByNumber(runners, wanted, keptId);
  const pick = (fits: (keys: Keys) => boolean): AdminRunner[] =>
    runners.filter((runner) => fits(keysOf(runner)));
  const bySurname = pick(({ surname }) => surname.includes(wanted));
  const words = wanted.split(' ');
  const isBySurname = bySurname.length > 0;
  const found = isBySurname
    ? bySurname
    : pick(({ name }) => words.every((word) => name.includes(` ${word}`)));
  const best = found.find((runner) => keysOf(runner).surname.startsWith(wanted)) ?? found[0];
  return { rows: keep(runners, found, keptId), by: isBySurname ? 'surname' : 'name', best };
}

function findByNumber(
  runners: readonly AdminRunner[],
  wanted: string,
  keptId: string | undefined,
): FoundRunners {
  const exact: AdminRunner[] = [];
  const beginning: AdminRunner[] = [];
  const named: AdminRunner[] = [];
  const wearing: AdminRunner[] = [];
  const band = wanted.replace(/^0+(?=\d)/, '');
  for (const runner of runners) {
    const { bib, surname } = keysOf(runner);
    if (bib === wanted) exact.push(runner);
    else if (bib.startsWith(wanted)) beginning.push(runner);
    else if (surname.includes(wanted)) named.push(runner);
    else if (runner.raceNumber === band || runner.earlierBands?.includes(band))
      wearing.push(runner);
  }
  const found = [...exact, ...beginning, ...named];
  const rows = [...found, ...wearing];
  const kept = runners.find(({ runnerId }) => runnerId === keptId);
  return {
    rows: kept && !rows.includes(kept) ? [...rows, kept] : rows,
    by: 'number',
    best: found[0],
  };
}

/** Puts one runner back in their place. */
function keep(
  runners: readonly AdminRunner[],
  found: readonly AdminRunner[],
  keptId: string | undefined,
): readonly AdminRunner[] {
  if (keptId === undefined || found.some(({ runnerId }) => runnerId === keptId)) return found;
  const rest = new Set(found);
  return runners.filter((runner) => rest.has(runner) || runner.runnerId === keptId);
}
