import type { RaceSetup } from '#shared/model/race-setup.ts';
import { writeRaceSetup } from '#shared/model/race-setup-schema.ts';

/** The parts of the setup screen, each with its keys of the document. */
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

/** The part of a fault: `courses.0.visits`; undefined for one of the whole document. */
export function partOf(path: string): Part | undefined {
  const key = path.split('.', 1)[0];
  return PART_NAMES.find((part) => PARTS[part].keys.some((own) => own === key));
}

/** An edit of a setup that others edit too. Immutable: each step returns another draft. */
export interface SetupDraft {
  /** The server's setup, as far as known. */
  readonly base: RaceSetup;
  readonly mine: RaceSetup;
  /** Parts that both changed: somebody has to choose which stays. */
  readonly clashes: readonly Part[];
  /** Parts that show what somebody else saved since. */
  readonly updated: readonly Part[];
}

export function openDraft(setup: RaceSetup): SetupDraft {
  return { base: setup, mine: setup, clashes: [], updated: [] };
}

export function listChanged({ base, mine }: SetupDraft): readonly Part[] {
  return PART_NAMES.filter((part) => textOf(mine, part) !== textOf(base, part));
}

/** Merges the server's latest setup: a part not changed here shows it, a part that both changed clashes. */
export function absorb(draft: SetupDraft, latest: RaceSetup): SetupDraft {
  const { base, mine } = draft;
  const theirs = PART_NAMES.filter((part) => textOf(latest, part) !== textOf(base, part));
  if (theirs.length === 0) return { ...draft, base: latest };
  const own = listChanged(draft);
  const taken = theirs.filter((part) => !own.includes(part));
  const clashes = new Set([
    ...draft.clashes,
    ...theirs.filter((part) => own.includes(part) && textOf(mine, part) !== textOf(latest, part)),
  ]);
  const template = mine.template === base.template ? latest.template : mine.template;
  return {
    base: latest,
    mine: { ...takeParts(mine, latest, taken), template },
    clashes: PART_NAMES.filter((part) => clashes.has(part)),
    updated: [...new Set([...draft.updated, ...taken])],
  };
}

/** Ends a clash: the part stays as it is here, or shows what the other organiser saved. */
export function settle(draft: SetupDraft, part: Part, keep: 'mine' | 'theirs'): SetupDraft {
  const { base, mine, clashes } = draft;
  return {
    ...draft,
    mine: keep === 'mine' ? mine : takeParts(mine, base, [part]),
    clashes: clashes.filter((other) => other !== part),
  };
}

/** How a part differs between this draft and what somebody else saved, in words. */
export function describeClash({ mine, base }: SetupDraft, part: Part): string {
  const [here, there] = [rowsOf(mine, part), rowsOf(base, part)];
  const otherwise = [...here.keys()].filter(
    (name) => there.has(name) && there.get(name) !== here.get(name),
  );
  const words = [
    ['only yours', listOnly(here, there)],
    ['only theirs', listOnly(there, here)],
    ['otherwise in theirs', otherwise.join(', ')],
  ].filter(([, names]) => names !== '');
  if (words.length === 0) return 'the same in another order, or by another age rule';
  return words.map(([how, names]) => `${how}: ${names}`).join(' · ');
}

function listOnly(rows: Map<string, string>, others: Map<string, string>): string {
  return [...rows.keys()].filter((name) => !others.has(name)).join(', ');
}

function takeParts(mine: RaceSetup, theirs: RaceSetup, parts: readonly Part[]): RaceSetup {
  const keys = parts.flatMap((part): readonly (keyof RaceSetup)[] => PARTS[part].keys);
  return { ...mine, ...Object.fromEntries(keys.map((key) => [key, theirs[key]])) };
}

/** The rows of a part by name, each as text. */
function rowsOf(setup: RaceSetup, part: Part): Map<string, string> {
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
  const written = JSON.parse(writeRaceSetup(setup)) as RaceSetup;
  return JSON.stringify(PARTS[part].keys.map((key) => written[key]));
}
