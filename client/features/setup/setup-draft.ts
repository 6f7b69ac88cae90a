import type { RaceSetup } from '#shared/model/race-setup.ts';

/** The lists whose rows others refer to. */
export type NamedList = 'points' | 'courses' | 'segments' | 'distances' | 'categories';

/** Returns the new name, or undefined if the name is removed. */
type Rename = (name: string) => string | undefined;

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
  const renamed = changeRows(setup, list, (row, place) =>
    place === index ? { ...row, ['id' in row ? 'id' : 'code']: name } : row,
  );
  const isTaken = before.some(
    (other, place) => place !== index && (other === name || other === old),
  );
  return isTaken ? renamed : mapNames(renamed, list, (each) => (each === old ? name : each));
}

/** Removes a row, and everything that depends on it: see {@link listReferences}. */
export function removeRow(setup: RaceSetup, list: NamedList, index: number): RaceSetup {
  const before = namesOf(setup, list);
  const name = before[index];
  if (name === undefined) return setup;
  const without = changeRows(setup, list, (row, place) => (place === index ? undefined : row));
  if (before.filter((other) => other === name).length > 1) return without;
  return mapNames(without, list, (each) => (each === name ? undefined : each));
}

/** How a row with a reference is described; a course is described by its visits. */
const REFERRERS = {
  segments: () => 'the segment',
  distances: (list) => (list === 'courses' ? 'the distance' : 'its ranking in the distance'),
  waves: (list) => (list === 'distances' ? 'the wave' : 'its part in the wave'),
  prizes: (list) => (list === 'segments' ? 'the prize' : 'its part in the prize'),
  teams: () => 'its part in the teams',
} as const satisfies Partial<Record<keyof RaceSetup, (list: NamedList) => string>>;

/**
 * The references to a row: `the wave Wave 1`. When the row is removed, visits, segments and waves are removed too, and so
 * are prizes and teams for it alone. A distance keeps the removed course, as a fault to correct.
 */
export function listReferences(setup: RaceSetup, list: NamedList, name: string): readonly string[] {
  const without = mapNames(setup, list, (each) => (each === name ? `${name}?` : each));
  const visits = setup.courses.flatMap((course) => {
    const count = course.visits.filter(({ point }) => list === 'points' && point === name).length;
    if (count === 0) return [];
    return [`${count === 1 ? 'a visit' : `${count} visits`} of the course ${course.name}`];
  });
  const others = (Object.keys(REFERRERS) as (keyof typeof REFERRERS)[]).flatMap((rows) =>
    setup[rows].flatMap((row, index) => {
      if (JSON.stringify(row) === JSON.stringify(without[rows][index])) return [];
      const end = list === 'courses' ? ', which needs another course then' : '';
      return [`${REFERRERS[rows](list)} ${'label' in row ? row.label : row.name}${end}`];
    }),
  );
  return [...visits, ...others];
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

function changeRows(
  setup: RaceSetup,
  list: NamedList,
  change: <Row extends object>(row: Row, index: number) => Row | undefined,
): RaceSetup {
  if (list !== 'categories') return { ...setup, [list]: keepSome<object>(setup[list], change) };
  const table = keepSome(setup.categories.table, change);
  return { ...setup, categories: { ...setup.categories, table } };
}

function mapNames(setup: RaceSetup, list: NamedList, map: Rename): RaceSetup {
  const { courses, segments, distances, waves, prizes, teams } = setup;
  switch (list) {
    case 'points': {
      const mapped: RaceSetup = {
        ...setup,
        courses: keepSome(courses, (course) => ({
          ...course,
          visits: keepSome(course.visits, (visit) => mapField(visit, 'point', map)),
        })),
        segments: keepSome(segments, (segment) => {
          const mapped = mapField(segment, 'from', map);
          return mapped && mapField(mapped, 'to', map);
        }),
      };
      const left = new Set(namesOf(mapped, 'segments'));
      return mapNames(mapped, 'segments', (code) => (left.has(code) ? code : undefined));
    }
    case 'courses':
      return {
        ...setup,
        distances: distances.map((one) => mapField(one, 'course', map) ?? one),
      };
    case 'segments':
      return {
        ...setup,
        distances: keepSome(distances, (one) => ({
          ...one,
          segments: keepSome(one.segments, map),
        })),
        prizes: keepSome(prizes, (prize) => mapField(prize, 'segment', map)),
      };
    case 'distances':
      return {
        ...setup,
        waves: keepSome(waves, (wave) => mapField(wave, 'distance', map)),
        prizes: keepSome(prizes, (prize) => mapField(prize, 'distances', map)),
        teams: keepSome(teams, (team) => mapField(team, 'distances', map)),
      };
    case 'categories':
      return {
        ...setup,
        waves: keepSome(waves, (wave) => {
          if (!wave.who) return wave;
          const { categories: _all, ...rest } = wave.who;
          return { ...wave, who: mapField(wave.who, 'categories', map) ?? rest };
        }),
        prizes: keepSome(prizes, (prize) => mapField(prize, 'categories', map)),
      };
    default:
      return list satisfies never;
  }
}

/** Maps the name or names in a field of a row; undefined if none remain. */
function mapField<
  Field extends string,
  Row extends { readonly [Key in Field]?: string | readonly string[] },
>(row: Row, field: Field, map: Rename): Row | undefined {
  const names: string | readonly string[] | undefined = row[field];
  if (names === undefined) return row;
  const mapped = typeof names === 'string' ? map(names) : keepSome(names, map);
  if (mapped === undefined || mapped.length === 0) return undefined;
  return { ...row, [field]: mapped };
}

function keepSome<T>(
  all: readonly T[],
  map: (one: T, index: number) => T | undefined,
): readonly T[] {
  return all.map(map).filter((one) => one !== undefined);
}
