import type { RaceSetup } from '#shared/model/race-setup.ts';

/** The lists whose rows others refer to. */
export type NamedList = 'points' | 'courses' | 'segments' | 'distances' | 'categories';

/** The fields that refer to a row of each list, by one name or several. */
const REFERENCES: Readonly<Record<NamedList, readonly string[]>> = {
  points: ['point', 'from', 'to'],
  courses: ['course'],
  segments: ['segment', 'segments'],
  distances: ['distance', 'distances'],
  categories: ['categories'],
};

/**
 * Renames a row of a list and every reference to it. If another row has the new or the old name, references stay: they
 * would become ambiguous.
 */
export function renameRow(
  setup: RaceSetup,
  list: NamedList,
  index: number,
  name: string,
): RaceSetup {
  const before = namesOf(setup, list);
  const old = before[index];
  if (old === undefined || old === name) return setup;
  const renamed = renameOnly(setup, list, index, name);
  const isTaken = before.some(
    (other, place) => place !== index && (other === name || other === old),
  );
  if (isTaken) return renamed;
  const rename = (each: string): string => (each === old ? name : each);
  return renameReferences(renamed, REFERENCES[list], rename) as RaceSetup;
}

function renameOnly(setup: RaceSetup, list: NamedList, index: number, name: string): RaceSetup {
  const renameIn = <Row extends object>(rows: readonly Row[]): readonly Row[] =>
    rows.map((row, place) =>
      place === index ? { ...row, ['id' in row ? 'id' : 'code']: name } : row,
    );
  if (list !== 'categories') return { ...setup, [list]: renameIn<object>(setup[list]) };
  const { categories } = setup;
  return { ...setup, categories: { ...categories, table: renameIn(categories.table) } };
}

function renameReferences(
  value: unknown,
  fields: readonly string[],
  rename: (name: string) => string,
  isName = false,
): unknown {
  if (typeof value === 'string') return isName ? rename(value) : value;
  if (Array.isArray(value)) {
    return value.map((each) => renameReferences(each, fields, rename, isName));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, own]) => [
      field,
      renameReferences(own, fields, rename, fields.includes(field)),
    ]),
  );
}

/** An unused name: `cp7`, `wave-3`. */
export function findFreeName(taken: readonly string[], stem: string): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  let number = taken.length === 0 ? 1 : taken.filter((name) => name.startsWith(stem)).length + 1;
  while (known.has(`${stem}${number}`.toLowerCase())) number += 1;
  return `${stem}${number}`;
}

export function namesOf(setup: RaceSetup, list: NamedList): readonly string[] {
  const rows = list === 'categories' ? setup.categories.table : setup[list];
  return rows.map((row) => ('id' in row ? row.id : row.code));
}
