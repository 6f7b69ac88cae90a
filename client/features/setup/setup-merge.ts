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

/** The setup with some parts replaced by those of another. */
export function takeParts<Setup extends Partial<RaceSetup>>(
  setup: Setup,
  theirs: RaceSetup,
  parts: readonly Part[],
): Setup {
  const keys = parts.flatMap((part): readonly (keyof RaceSetup)[] => PARTS[part].keys);
  return { ...setup, ...Object.fromEntries(keys.map((key) => [key, theirs[key]])) };
}

function textOf(setup: RaceSetup, part: Part): string {
  const written = normalise(setup);
  return JSON.stringify(PARTS[part].keys.map((key) => written[key]));
}

/** Without the defaults that a form names. */
function normalise(setup: RaceSetup): RaceSetup {
  return JSON.parse(writeRaceSetup(setup)) as RaceSetup;
}
