import { compilePhrase, compileWords, foldText } from '#shared/format/fold-text.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

/** The matching runners of a list, in its order unless a number decides who comes first. */
export interface FoundRunners {
  readonly rows: readonly AdminRunner[];
  /** The kind of match; undefined if the whole list is shown. */
  readonly by: 'surname' | 'name' | 'number' | undefined;
  /** The runner that Enter opens; undefined where it could be another one. */
  readonly best: AdminRunner | undefined;
  /** How `best` was matched, if not by a part of the name. */
  readonly bestBy: 'bib' | 'band' | undefined;
  /** The number of matches, without `keptId`. */
  readonly matches: number;
}

interface Keys {
  readonly surname: string;
  /** First and last name. */
  readonly name: string;
  readonly bib: string;
}

/** Cached, since folding every name at every keystroke would stutter; a changed runner is a new object. */
const keysOfRunner = new WeakMap<AdminRunner, Keys>();

function keysOf(runner: AdminRunner): Keys {
  const known = keysOfRunner.get(runner);
  if (known) return known;
  const surname = foldText(runner.lastName);
  const name = foldText(`${runner.firstName} ${runner.lastName}`);
  const keys = { surname, name, bib: foldText(runner.bibNumber) };
  keysOfRunner.set(runner, keys);
  return keys;
}

/** Runners prepared at a time. */
const BATCH = 2_000;

/**
 * Fills the cache in batches, so that the first keystroke is as fast as the next. Returns a function that stops it.
 */
export function readyToFind(runners: readonly AdminRunner[]): () => void {
  let next = 0;
  const timer = setInterval(() => {
    for (const runner of runners.slice(next, next + BATCH)) keysOf(runner);
    next += BATCH;
    if (next >= runners.length) clearInterval(timer);
  });
  return () => clearInterval(timer);
}

/**
 * Filters by a part of the surname, in any spelling that `compilePhrase` treats as equal, else by first names too. A text
 * with a digit is a number: the exact bib comes first, then bibs that begin so, then surnames, then the holder of a band.
 *
 * `best` is never a guess (SG18): the runner with this bib, or else this band; by name the exact one, else the only one
 * that begins so, else the only match. A part of a bib opens nobody, since it may be another runner's bib. `keptId` always
 * stays in the list.
 */
export function findRunners(
  runners: readonly AdminRunner[],
  text: string,
  keptId?: string,
): FoundRunners {
  const wanted = foldText(text);
  if (wanted === '') {
    return { rows: runners, by: undefined, best: undefined, bestBy: undefined, matches: 0 };
  }
  if (/\d/.test(wanted)) return findByNumber(runners, wanted, keptId);
  const pick = (fits: (keys: Keys) => boolean): AdminRunner[] =>
    runners.filter((runner) => fits(keysOf(runner)));
  const isInSurname = compilePhrase(text);
  const isInName = compileWords(text, () => true);
  const bySurname = pick(({ surname }) => isInSurname(surname));
  const isBySurname = bySurname.length > 0;
  const found = isBySurname ? bySurname : pick(({ name }) => isInName?.(name) === true);
  const among = (fits: (keys: Keys) => boolean): AdminRunner[] =>
    found.filter((runner) => fits(keysOf(runner)));
  const best = onlyOfFirst([
    among(({ surname, name }) => [surname, name].some((each) => join(each) === join(wanted))),
    among(({ surname }) => join(surname).startsWith(join(wanted))),
    found,
  ]);
  return {
    rows: keep(runners, found, keptId),
    by: isBySurname ? 'surname' : 'name',
    best,
    bestBy: undefined,
    matches: found.length,
  };
}

function join(folded: string): string {
  return folded.replaceAll(' ', '');
}

/** For an Enter that opens nobody although somebody matches (SCREENS.md SG18). */
export function describeUnopened({ matches }: Pick<FoundRunners, 'matches'>): string {
  return matches === 1
    ? '1 runner matches in part: keep typing, or press ↓ to choose it'
    : `${matches} runners match: press ↓ to choose one`;
}

/** The only runner of the first group that is not empty; undefined where it has several. */
function onlyOfFirst(groups: readonly (readonly AdminRunner[])[]): AdminRunner | undefined {
  const first = groups.find((group) => group.length > 0);
  return first?.length === 1 ? first[0] : undefined;
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
  const isInSurname = compilePhrase(wanted);
  const band = wanted.replace(/^0+(?=\d)/, '');
  let holder: AdminRunner | undefined;
  for (const runner of runners) {
    const { bib, surname } = keysOf(runner);
    const isHolder = runner.raceNumber === band || runner.earlierBands?.includes(band) === true;
    if (isHolder) holder = runner;
    if (bib === wanted) exact.push(runner);
    else if (bib.startsWith(wanted)) beginning.push(runner);
    else if (isInSurname(surname)) named.push(runner);
    else if (isHolder) wearing.push(runner);
  }
  const found = [...exact, ...beginning, ...named, ...wearing];
  const kept = runners.find(({ runnerId }) => runnerId === keptId);
  const isByBib = exact.length > 0;
  const isByBand = !isByBib && holder !== undefined;
  return {
    rows: kept && !found.includes(kept) ? [...found, kept] : found,
    by: 'number',
    best:
      isByBib || isByBand
        ? onlyOfFirst([exact, holder ? [holder] : []])
        : onlyOfFirst([beginning.length > 0 ? [] : named]),
    bestBy: isByBib ? 'bib' : isByBand ? 'band' : undefined,
    matches: found.length,
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
