import type { RaceSetup } from '#shared/model/race-setup.ts';
import { mergeValue } from '#shared/model/setting-parts.ts';
import { writeRaceSetup } from '#shared/model/race-setup-schema.ts';

/** The parts of the screen, each with its keys of the document. */
export const PARTS = {
  points: { title: 'Points', keys: ['points'] },
  courses: { title: 'Courses', keys: ['courses', 'segments'] },
  distances: { title: 'Distances', keys: ['distances'] },
  starts: { title: 'Starts', keys: ['waves'] },
  categories: { title: 'Categories', keys: ['categories'] },
  prizes: { title: 'Prizes', keys: ['prizes'] },
  teams: { title: 'Teams', keys: ['teams'] },
} as const satisfies Readonly<Record<string, PartInfo>>;

interface PartInfo {
  readonly title: string;
  readonly keys: readonly Exclude<keyof RaceSetup, 'version' | 'template'>[];
}
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as readonly Part[];

/** The part of a fault at `courses.0.visits`; undefined for a fault of the whole document. */
export function partOf(path: string): Part | undefined {
  const key = path.split('.', 1)[0];
  return PART_NAMES.find((part) => PARTS[part].keys.some((own) => own === key));
}

/** The parts in which two setups differ. */
export function listChanged(one: RaceSetup, other: RaceSetup): readonly Part[] {
  return PART_NAMES.filter((part) => textOf(one, part) !== textOf(other, part));
}

/** The parts that both changed differently: one has to be chosen. */
export function listClashes(base: RaceSetup, mine: RaceSetup, latest: RaceSetup): readonly Part[] {
  return PART_NAMES.filter(
    (part) => mergeValue(textOf(base, part), textOf(mine, part), textOf(latest, part)) === 'clash',
  );
}

/** `only yours: Prize 1 · only theirs: Cup`. */
export function describeClash(mine: RaceSetup, theirs: RaceSetup, part: Part): string {
  const [here, there] = [rowsOf(mine, part), rowsOf(theirs, part)];
  const different = [...here.keys()].filter(
    (name) => there.has(name) && there.get(name) !== here.get(name),
  );
  const parts = [
    ['only yours', listOnly(here, there)],
    ['only theirs', listOnly(there, here)],
    ['different in theirs', different.join(', ')],
  ].filter(([, names]) => names !== '');
  if (parts.length === 0) return 'the same in another order, or by another age rule';
  return parts.map(([how, names]) => `${how}: ${names}`).join(' · ');
}

function listOnly(rows: Map<string, string>, others: Map<string, string>): string {
  return [...rows.keys()].filter((name) => !others.has(name)).join(', ');
}

/** The setup with some parts replaced by those of another. */
export function takeParts<Setup extends Partial<RaceSetup>>(
  setup: Setup,
  theirs: RaceSetup,
  parts: readonly Part[],
): Setup {
  const keys = parts.flatMap((part): readonly (keyof RaceSetup)[] => PARTS[part].keys);
  return { ...setup, ...Object.fromEntries(keys.map((key) => [key, theirs[key]])) };
}

/** The rows of a part by name, each as text. */
function rowsOf(given: RaceSetup, part: Part): Map<string, string> {
  const setup = normalise(given);
  const { keys } = PARTS[part];
  const rows = keys.flatMap((key): readonly object[] =>
    key === 'categories' ? setup.categories.table : setup[key],
  );
  return new Map(rows.map((row) => [nameOf(row), JSON.stringify(row)]));
}

function nameOf(row: {
  readonly code?: string;
  readonly id?: string;
  readonly name?: string;
}): string {
  return row.code ?? row.id ?? row.name ?? '';
}

function textOf(setup: RaceSetup, part: Part): string {
  const written = normalise(setup);
  return JSON.stringify(PARTS[part].keys.map((key) => written[key]));
}

/** Without the defaults that a form names. */
function normalise(setup: RaceSetup): RaceSetup {
  return JSON.parse(writeRaceSetup(setup)) as RaceSetup;
}
