import {
  type CategorySetup,
  type CourseSetup,
  type DistanceSetup,
  type RaceSetup,
  type Sex,
  SEXES,
} from './race-setup.ts';
import { quoteGiven, spellingKey } from './text-rules.ts';
import { MINUTE_MS, parseDuration } from './time.ts';

/** Lists the contradictions of a valid document, each with its remedy (RULES.md SU3). */
export function checkRaceSetup(setup: RaceSetup): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const report: Report = (path, message) => errors.push({ path, message });
  checkPoints(setup, report);
  for (const [index, course] of setup.courses.entries()) {
    checkCourse(course, `courses.${index}`, setup, report);
  }
  checkTwice(setup.courses, 'courses', 'id', report);
  checkSegments(setup, report);
  checkDistances(setup, report);
  checkWaves(setup, report);
  checkCategories(setup.categories.table, report);
  checkWhoIsNamed(setup, report);
  return errors;
}

function checkPoints({ points }: RaceSetup, report: Report): void {
  checkTwice(points, 'points', 'id', report);
  for (const end of ['start', 'finish'] as const) {
    if (!points.some(({ id }) => id === end)) {
      report(
        'points',
        `There is no point with the id ${end}: every race needs one, of the kind ${end}.`,
      );
    }
  }
  for (const [index, { id, kind }] of points.entries()) {
    const isEnd = id === 'start' || id === 'finish';
    if (isEnd && kind !== id)
      report(`points.${index}.kind`, `The point ${id} is of the kind ${id}.`);
    if (!isEnd && (kind === 'start' || kind === 'finish')) {
      report(`points.${index}.id`, `The point of the kind ${kind} has the id ${kind}: write that.`);
    }
  }
}

function checkCourse(
  { visits, lengthM = Infinity }: CourseSetup,
  path: string,
  { points }: RaceSetup,
  report: Report,
): void {
  let before = 0;
  for (const [index, visit] of visits.entries()) {
    const at = `${path}.visits.${index}`;
    const kind = points.find(({ id }) => id === visit.point)?.kind;
    if (kind === undefined) report(`${at}.point`, noSuch('point', visit.point));
    else if (kind === 'segment') {
      report(
        `${at}.point`,
        `${visit.point} times a segment only: make it a checkpoint to visit it.`,
      );
    } else if (kind !== 'checkpoint') {
      report(
        `${at}.point`,
        `Every course has a start and a finish anyway: remove ${visit.point} from the visits.`,
      );
    }
    const { atM = before } = visit;
    if (atM < before)
      report(
        `${at}.atM`,
        'This is nearer to the start than the visit before: correct one of them.',
      );
    else if (atM > lengthM)
      report(
        `${at}.atM`,
        `This is past the finish at ${lengthM} m: correct it, or the length of the course.`,
      );
    before = Math.max(before, atM);
  }
}

function checkSegments({ segments, points }: RaceSetup, report: Report): void {
  checkTwice(segments, 'segments', 'code', report);
  for (const [index, segment] of segments.entries()) {
    for (const end of ['from', 'to'] as const) {
      if (!points.some(({ id }) => id === segment[end])) {
        report(`segments.${index}.${end}`, noSuch('point', segment[end]));
      }
    }
  }
}

function checkDistances({ distances, courses, segments, points }: RaceSetup, report: Report): void {
  checkTwice(distances, 'distances', 'code', report);
  checkTwice(distances, 'distances', 'name', report);
  for (const [index, distance] of distances.entries()) {
    const at = `distances.${index}`;
    if (segments.some(({ code }) => isAlike(code, distance.code))) {
      report(
        `${at}.code`,
        `A segment also has the code ${distance.code}: give one of them another.`,
      );
    }
    const course = courses.find(({ id }) => id === distance.course);
    if (!course) report(`${at}.course`, noSuch('course', distance.course));
    const passed = new Set(course?.visits.map(({ point }) => point));
    for (const [place, code] of distance.segments.entries()) {
      const segment = segments.find((known) => known.code === code);
      if (!segment) report(`${at}.segments.${place}`, noSuch('segment', code));
      const missed = points.find(
        ({ id, kind }) =>
          kind === 'checkpoint' && (id === segment?.from || id === segment?.to) && !passed.has(id),
      );
      if (course && missed) {
        report(
          `${at}.segments.${place}`,
          `The course ${course.id} does not pass ${missed.id}, where this segment is timed: add a visit, or remove the segment.`,
        );
      }
    }
    if (isLonger(distance.earliestFinish, distance.limit)) {
      report(
        `${at}.limit`,
        'The finish closes before anyone can have finished: correct one of the two.',
      );
    }
    if (
      distance.rankedBy === 'laps' &&
      distance.limit === undefined &&
      distance.lapEvery === undefined
    ) {
      report(
        `${at}.limit`,
        'A race for the most laps needs a time limit: enter how long it lasts.',
      );
    }
    if (distance.lapEvery !== undefined) checkLapsAgainstClock(at, distance, course, report);
  }
}

/** RULES.md RK16. */
function checkLapsAgainstClock(
  at: string,
  { rankedBy, segments, lapEvery = '' }: DistanceSetup,
  course: CourseSetup | undefined,
  report: Report,
): void {
  const everyMs = parseDuration(lapEvery) ?? 0;
  if (rankedBy !== 'laps') {
    report(
      `${at}.rankedBy`,
      'Laps against the clock rank by laps: choose that, or leave the time of a lap empty.',
    );
  }
  if (everyMs <= MINUTE_MS) {
    report(
      `${at}.lapEvery`,
      'A lap against the clock must last more than a minute: enter how long.',
    );
  }
  if (course && new Set(course.visits.map(({ point }) => point)).size > 1) {
    report(
      `${at}.course`,
      'Laps against the clock are counted at one point: choose a course that visits no other.',
    );
  }
  if (segments.length > 0) {
    report(`${at}.segments`, 'Laps against the clock have no segments: remove them.');
  }
  if (course?.visits.some(({ leastLeg = '' }) => (parseDuration(leastLeg) ?? 0) >= everyMs)) {
    report(
      `${at}.lapEvery`,
      'The shortest leg of the course takes longer than a lap lasts: correct one of the two.',
    );
  }
}

function checkWaves({ waves, distances, categories }: RaceSetup, report: Report): void {
  checkTwice(waves, 'waves', 'id', report);
  for (const [index, wave] of waves.entries()) {
    const at = `waves.${index}`;
    if (distances.some(({ code }) => isAlike(code, wave.id))) {
      report(
        `${at}.id`,
        `A distance has the code ${wave.id}, and both name a start: give the wave another id.`,
      );
    }
    if (!distances.some(({ code }) => code === wave.distance)) {
      report(`${at}.distance`, noSuch('distance', wave.distance));
    }
    checkCodes(wave.who?.categories, categories.table, `${at}.who.categories`, 'category', report);
    for (const [place, [from, to]] of (wave.who?.bibs ?? []).entries()) {
      if (from > to)
        report(
          `${at}.who.bibs.${place}`,
          `These bibs end before they begin: write ${to} to ${from}.`,
        );
      const rival = waves
        .slice(0, index)
        .find(
          ({ distance, who }) =>
            distance === wave.distance &&
            who?.bibs?.some(([first, last]) => first <= to && from <= last),
        );
      if (from <= to && rival) {
        report(
          `${at}.who.bibs.${place}`,
          `The wave ${rival.id} also has some of the bibs ${from} to ${to}: each bib starts once.`,
        );
      }
    }
  }
}

const OLDEST = 120;

/** Requires one category for each age, for each sex with a category (RULES.md SU4). */
export function checkCategories(table: readonly CategorySetup[], report: Report): void {
  checkTwice(table, 'categories.table', 'code', report);
  for (const [index, { from = 0, to = OLDEST }] of table.entries()) {
    if (from > to)
      report(
        `categories.table.${index}.to`,
        `This category ends at ${to}, before it begins at ${from}: swap them.`,
      );
  }
  for (const sex of SEXES) {
    if (!table.some(({ sexes }) => sexes.includes(sex))) continue;
    const none = listAges(table, sex, (count) => count === 0);
    const several = listAges(table, sex, (count) => count > 1);
    if (none !== '')
      report(
        'categories.table',
        `There is no category for ${sex} aged ${none}: add one, or widen its neighbour.`,
      );
    if (several !== '')
      report(
        'categories.table',
        `There are several categories for ${sex} aged ${several}: leave one.`,
      );
  }
}

/** `0–16, 75 and over`. */
function listAges(
  table: readonly CategorySetup[],
  sex: Sex,
  isListed: (count: number) => boolean,
): string {
  const ranges: string[] = [];
  let since: number | undefined;
  for (let age = 0; age <= OLDEST + 1; age += 1) {
    const own = table.filter(
      ({ sexes, from = 0, to = OLDEST }) => sexes.includes(sex) && from <= age && age <= to,
    );
    const isIn = age <= OLDEST && isListed(own.length);
    if (isIn) since ??= age;
    if (isIn || since === undefined) continue;
    if (age > OLDEST) ranges.push(`${since} and over`);
    else ranges.push(since === age - 1 ? `${since}` : `${since}–${age - 1}`);
    since = undefined;
  }
  return ranges.join(', ');
}

function checkWhoIsNamed(
  { prizes, teams, distances, segments, categories }: RaceSetup,
  report: Report,
): void {
  for (const [index, prize] of prizes.entries()) {
    const at = `prizes.${index}`;
    checkCodes(prize.distances, distances, `${at}.distances`, 'distance', report);
    checkCodes(prize.categories, categories.table, `${at}.categories`, 'category', report);
    if (prize.segment !== undefined) {
      checkCodes([prize.segment], segments, `${at}.segment`, 'segment', report);
    }
  }
  for (const [index, team] of teams.entries()) {
    const at = `teams.${index}`;
    checkCodes(team.distances, distances, `${at}.distances`, 'distance', report);
  }
}

/** Reports a fault at a path such as `courses.0.visits.2.point`. */
type Report = (path: string, message: string) => void;

function checkCodes(
  named: readonly string[] = [],
  known: readonly { readonly code: string }[],
  path: string,
  what: string,
  report: Report,
): void {
  for (const name of named) {
    if (!known.some(({ code }) => code === name)) report(path, noSuch(what, name));
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

function isLonger(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return (parseDuration(one) ?? 0) > (parseDuration(other) ?? 0);
}

function noSuch(what: string, name: string): string {
  return `There is no ${what} ${quoteGiven(name)}: add it, or choose another.`;
}
