import { type CategorySetup, type RaceSetup, SEXES } from './race-setup.ts';
import { quoteGiven, spellingKey } from './text-rules.ts';
import { MINUTE_MS, parseDuration } from './time.ts';

/** Reports a fault at a path such as `courses.0.visits.2.point`. */
type Report = (path: string, message: string) => void;

/** Lists the contradictions of a valid document, each with its remedy (RULES.md SU3). */
export function checkRaceSetup(setup: RaceSetup): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const report: Report = (path, message) => errors.push({ path, message });
  checkPoints(setup, report);
  checkNames(setup, report);
  checkDistances(setup, report);
  checkWaves(setup, report);
  checkCategories(setup.categories.table, report);
  return errors;
}

function checkPoints({ points, courses }: RaceSetup, report: Report): void {
  for (const end of ['start', 'finish'] as const) {
    const ends = points.filter(({ id, kind }) => id === end || kind === end);
    if (ends.length !== 1 || ends[0]?.id !== ends[0]?.kind) {
      report('points', `One point must have the id ${end} and the kind ${end}, and no other.`);
    }
  }
  for (const [index, { visits, lengthM = Infinity }] of courses.entries()) {
    let beforeM = 0;
    for (const [at, { atM = beforeM }] of visits.entries()) {
      if (atM < beforeM || atM > lengthM) {
        report(
          `courses.${index}.visits.${at}.atM`,
          'This is nearer to the start than the visit before, or past the finish: correct it.',
        );
      }
      beforeM = Math.max(beforeM, atM);
    }
  }
}

/** Names exist, and are unique. */
function checkNames(setup: RaceSetup, report: Report): void {
  const { points, courses, segments, distances, waves, categories, prizes, teams } = setup;
  checkTwice(points, 'points', 'id', report);
  checkTwice(courses, 'courses', 'id', report);
  checkTwice(segments, 'segments', 'code', report);
  checkTwice(distances, 'distances', 'code', report);
  checkTwice(distances, 'distances', 'name', report);
  checkTwice(waves, 'waves', 'id', report);
  const known = {
    point: points.map(({ id }) => id),
    checkpoint: points.filter(({ kind }) => kind === 'checkpoint').map(({ id }) => id),
    course: courses.map(({ id }) => id),
    segment: segments.map(({ code }) => code),
    distance: distances.map(({ code }) => code),
    category: categories.table.map(({ code }) => code),
  };
  const check = (
    what: keyof typeof known,
    named: string | readonly string[],
    path: string,
  ): void => {
    for (const name of [named].flat()) {
      if (known[what].includes(name)) continue;
      report(path, `There is no ${what} ${quoteGiven(name)}: add it, or choose another.`);
    }
  };
  for (const [index, { visits }] of courses.entries()) {
    for (const [at, { point }] of visits.entries()) {
      check('checkpoint', point, `courses.${index}.visits.${at}.point`);
    }
  }
  for (const [index, { from, to }] of segments.entries()) {
    check('point', from, `segments.${index}.from`);
    check('point', to, `segments.${index}.to`);
  }
  for (const [index, distance] of distances.entries()) {
    check('course', distance.course, `distances.${index}.course`);
    check('segment', distance.segments, `distances.${index}.segments`);
  }
  for (const [index, { distance, who }] of waves.entries()) {
    check('distance', distance, `waves.${index}.distance`);
    check('category', who?.categories ?? [], `waves.${index}.who.categories`);
  }
  for (const [index, prize] of prizes.entries()) {
    check('distance', prize.distances ?? [], `prizes.${index}.distances`);
    check('category', prize.categories ?? [], `prizes.${index}.categories`);
    check('segment', prize.segment ?? [], `prizes.${index}.segment`);
  }
  for (const [index, team] of teams.entries()) {
    check('distance', team.distances ?? [], `teams.${index}.distances`);
  }
}

function checkDistances({ distances, courses, segments, points }: RaceSetup, report: Report): void {
  const checkpoints = points.filter(({ kind }) => kind === 'checkpoint');
  for (const [index, distance] of distances.entries()) {
    const { code, rankedBy, limit = '', earliestFinish = '', lapEvery } = distance;
    const at = `distances.${index}`;
    const course = courses.find(({ id }) => id === distance.course);
    for (const [place, named] of distance.segments.entries()) {
      const ends = segments.find((segment) => segment.code === named);
      const missed = checkpoints.find(({ id }) => {
        const isEnd = id === ends?.from || id === ends?.to;
        return isEnd && course?.visits.every(({ point }) => point !== id);
      });
      if (missed) {
        report(
          `${at}.segments.${place}`,
          `The course ${distance.course} does not pass ${missed.id}, where this segment is timed: add a visit, or remove the segment.`,
        );
      }
    }
    if ((parseDuration(limit) ?? Infinity) < (parseDuration(earliestFinish) ?? 0)) {
      report(
        `${at}.limit`,
        'The finish closes before anyone can have finished: correct one of the two.',
      );
    }
    if (segments.some((segment) => isAlike(segment.code, code))) {
      report(`${at}.code`, `A segment also has the code ${code}: give one of them another.`);
    }
    if (lapEvery !== undefined) {
      // RULES.md RK16.
      const everyMs = parseDuration(lapEvery) ?? 0;
      const visits = course?.visits ?? [];
      const isFit =
        rankedBy === 'laps' &&
        distance.segments.length === 0 &&
        everyMs > MINUTE_MS &&
        visits.every(({ leastLeg = '' }) => (parseDuration(leastLeg) ?? 0) < everyMs) &&
        new Set(visits.map(({ point }) => point)).size <= 1;
      if (!isFit) {
        report(
          `${at}.lapEvery`,
          'Laps against the clock last more than a minute and the shortest leg, rank by laps, pass one point, and have no segments: correct what differs.',
        );
      }
    } else if (rankedBy === 'laps' && limit === '') {
      report(
        `${at}.limit`,
        'A race for the most laps needs a time limit: enter how long it lasts.',
      );
    }
  }
}

function checkWaves({ waves, distances }: RaceSetup, report: Report): void {
  for (const [index, { id, distance, who }] of waves.entries()) {
    if (distances.some(({ code }) => isAlike(code, id))) {
      report(
        `waves.${index}.id`,
        `A distance has the code ${id}, and both name a start: give the wave another id.`,
      );
    }
    for (const [place, [from, to]] of (who?.bibs ?? []).entries()) {
      const path = `waves.${index}.who.bibs.${place}`;
      if (from > to) report(path, `These bibs end before they begin: write ${to} to ${from}.`);
      const rival = waves
        .slice(0, index)
        .filter((wave) => wave.distance === distance)
        .find((wave) => wave.who?.bibs?.some(([first, last]) => first <= to && from <= last));
      if (from <= to && rival) {
        report(
          path,
          `The wave ${rival.id} also has some of the bibs ${from} to ${to}: each bib starts once.`,
        );
      }
    }
  }
}

const OLDEST = 120;
const AGES = Array.from({ length: OLDEST + 1 }, (_, age) => age);

/** Requires one category for each age, for each sex with a category (RULES.md SU4). */
function checkCategories(table: readonly CategorySetup[], report: Report): void {
  const path = 'categories.table';
  checkTwice(table, path, 'code', report);
  for (const [index, { from = 0, to = OLDEST }] of table.entries()) {
    if (from > to) {
      report(
        `${path}.${index}.to`,
        `This category ends at ${to}, before it begins at ${from}: swap them.`,
      );
    }
  }
  for (const sex of SEXES) {
    const ofSex = table.filter(({ sexes }) => sexes.includes(sex));
    const countAt = (age: number): number =>
      ofSex.filter(({ from = 0, to = OLDEST }) => from <= age && age <= to).length;
    const wrong = AGES.find((age) => ofSex.length > 0 && countAt(age) !== 1);
    if (wrong === undefined) continue;
    const message =
      countAt(wrong) === 0
        ? `There is no category for ${sex} aged ${wrong}: add one, or widen its neighbour.`
        : `There are several categories for ${sex} aged ${wrong}: leave one.`;
    report(path, message);
  }
}

/** Reports each name that repeats an earlier one, ignoring capitals, blanks and dashes. */
function checkTwice<Field extends string>(
  list: readonly Readonly<Record<Field, string>>[],
  path: string,
  field: Field,
  report: Report,
): void {
  for (const [index, item] of list.entries()) {
    const first = list.findIndex((other) => isAlike(other[field], item[field]));
    if (first < index) {
      report(
        `${path}.${index}.${field}`,
        `${quoteGiven(item[field])} is here twice, or looks the same: give one of them another ${field}.`,
      );
    }
  }
}

function isAlike(one: string, other: string): boolean {
  return spellingKey(one) === spellingKey(other);
}
