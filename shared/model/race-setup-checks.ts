import {
  type CategorySetup,
  type CourseSetup,
  type DistanceSetup,
  type RaceSetup,
  type Sex,
  SEXES,
  type WaveSetup,
} from './race-setup.ts';
import { quoteGiven, spellingKey } from './text-rules.ts';
import { MINUTE_MS, parseDuration } from './time.ts';

/**
 * How the parts of a document contradict each other (RULES.md SU3), each with what to do; the form is valid already.
 */
export function checkRaceSetup(setup: RaceSetup): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const tell: Tell = (path, message) => errors.push({ path, message });
  checkPoints(setup, tell);
  for (const [index, course] of setup.courses.entries()) {
    checkCourse(course, `courses.${index}`, setup, tell);
  }
  checkTwice(setup.courses, 'courses', 'id', tell);
  checkSegments(setup, tell);
  checkDistances(setup, tell);
  checkWaves(setup, tell);
  checkCategories(setup.categories.table, tell);
  checkWhoIsNamed(setup, tell);
  return errors;
}

function checkPoints({ points }: RaceSetup, tell: Tell): void {
  checkTwice(points, 'points', 'id', tell);
  for (const end of ['start', 'finish'] as const) {
    if (!points.some(({ id }) => id === end)) {
      tell(
        'points',
        `There is no point with the id ${end}: every race needs one, of the kind ${end}.`,
      );
    }
  }
  for (const [index, { id, kind, sources = [] }] of points.entries()) {
    const isEnd = id === 'start' || id === 'finish';
    if (isEnd && kind !== id) tell(`points.${index}.kind`, `The point ${id} is of the kind ${id}.`);
    if (!isEnd && (kind === 'start' || kind === 'finish')) {
      tell(`points.${index}.id`, `The point of the kind ${kind} has the id ${kind}: write that.`);
    }
    checkTwice(sources, `points.${index}.sources`, 'source', tell);
  }
}

function checkCourse(
  { visits, lengthM = Infinity, profile }: CourseSetup,
  path: string,
  { points }: RaceSetup,
  tell: Tell,
): void {
  let before = 0;
  for (const [index, visit] of visits.entries()) {
    const at = `${path}.visits.${index}`;
    const kind = points.find(({ id }) => id === visit.point)?.kind;
    if (kind === undefined) tell(`${at}.point`, noSuch('point', visit.point));
    else if (kind === 'segment') {
      tell(`${at}.point`, `${visit.point} times a segment only: make it a checkpoint to visit it.`);
    } else if (kind !== 'checkpoint') {
      tell(
        `${at}.point`,
        `Every course has a start and a finish anyway: remove ${visit.point} from the visits.`,
      );
    }
    const { leastLeg, mostLeg, atM = before } = visit;
    if (atM < before)
      tell(`${at}.atM`, 'This is nearer to the start than the visit before: correct one of them.');
    else if (atM > lengthM)
      tell(
        `${at}.atM`,
        `This is past the finish at ${lengthM} m: correct it, or the length of the course.`,
      );
    before = Math.max(before, atM);
    if (isLonger(leastLeg, mostLeg))
      tell(`${at}.leastLeg`, 'The least time of this leg is longer than the most: swap them.');
  }
  const heights = profile?.heights ?? [];
  if (heights.some(([atM], index) => atM < (heights[index - 1]?.[0] ?? 0))) {
    tell(
      `${path}.profile.heights`,
      'The profile does not go from the start to the finish: put it in order.',
    );
  }
}

function checkSegments({ segments, points }: RaceSetup, tell: Tell): void {
  checkTwice(segments, 'segments', 'code', tell);
  for (const [index, segment] of segments.entries()) {
    for (const end of ['from', 'to'] as const) {
      if (!points.some(({ id }) => id === segment[end])) {
        tell(`segments.${index}.${end}`, noSuch('point', segment[end]));
      }
    }
    if (segment.from === segment.to) {
      tell(`segments.${index}.to`, 'A segment cannot end where it begins: choose another end.');
    }
  }
}

function checkDistances({ distances, courses, segments, points }: RaceSetup, tell: Tell): void {
  checkTwice(distances, 'distances', 'code', tell);
  checkTwice(distances, 'distances', 'name', tell);
  const mains = distances.filter(({ isMain }) => isMain);
  for (const [index, distance] of distances.entries()) {
    const at = `distances.${index}`;
    if (segments.some(({ code }) => isAlike(code, distance.code))) {
      tell(`${at}.code`, `A segment also has the code ${distance.code}: give one of them another.`);
    }
    const course = courses.find(({ id }) => id === distance.course);
    if (!course) tell(`${at}.course`, noSuch('course', distance.course));
    const passed = new Set(course?.visits.map(({ point }) => point));
    for (const [place, code] of distance.segments.entries()) {
      const segment = segments.find((known) => known.code === code);
      if (!segment) tell(`${at}.segments.${place}`, noSuch('segment', code));
      const missed = points.find(
        ({ id, kind }) =>
          kind === 'checkpoint' && (id === segment?.from || id === segment?.to) && !passed.has(id),
      );
      if (course && missed) {
        tell(
          `${at}.segments.${place}`,
          `The course ${course.id} does not pass ${missed.id}, where this segment is timed: add a visit, or remove the segment.`,
        );
      }
    }
    if (new Set(distance.segments).size < distance.segments.length) {
      tell(`${at}.segments`, 'A segment is listed twice: remove one.');
    }
    if (isLonger(distance.earliestFinish, distance.limit)) {
      tell(
        `${at}.limit`,
        'The finish closes before anyone can have finished: correct one of the two.',
      );
    }
    if (
      distance.rankedBy === 'laps' &&
      distance.limit === undefined &&
      distance.lapEvery === undefined
    ) {
      tell(`${at}.limit`, 'A race for the most laps needs a time limit: enter how long it lasts.');
    }
    if (distance.lapEvery !== undefined) tellOfLaps(at, distance, course, tell);
    if (distance.isMain && mains.length > 1) {
      tell(`${at}.isMain`, 'Several distances are the main one: choose one.');
    }
  }
}

/** Laps against the clock are laps of one point, each run well within its time (RULES.md RK16). */
function tellOfLaps(
  at: string,
  { rankedBy, segments, lapEvery = '' }: DistanceSetup,
  course: CourseSetup | undefined,
  tell: Tell,
): void {
  const everyMs = parseDuration(lapEvery) ?? 0;
  if (rankedBy !== 'laps') {
    tell(
      `${at}.rankedBy`,
      'Laps against the clock rank by laps: choose that, or leave the time of a lap empty.',
    );
  }
  if (everyMs <= MINUTE_MS) {
    tell(`${at}.lapEvery`, 'A lap against the clock must last more than a minute: enter how long.');
  }
  if (course && new Set(course.visits.map(({ point }) => point)).size > 1) {
    tell(
      `${at}.course`,
      'Laps against the clock are counted at one point: choose a course that visits no other.',
    );
  }
  if (segments.length > 0) {
    tell(`${at}.segments`, 'Laps against the clock have no segments: remove them.');
  }
  if (course?.visits.some(({ leastLeg = '' }) => (parseDuration(leastLeg) ?? 0) >= everyMs)) {
    tell(
      `${at}.lapEvery`,
      'The shortest leg of the course takes longer than a lap lasts: correct one of the two.',
    );
  }
}

function checkWaves({ waves, distances, categories }: RaceSetup, tell: Tell): void {
  checkTwice(waves, 'waves', 'id', tell);
  for (const [index, wave] of waves.entries()) {
    const at = `waves.${index}`;
    if (distances.some(({ code }) => isAlike(code, wave.id))) {
      tell(
        `${at}.id`,
        `A distance has the code ${wave.id}, and both name a start: give the wave another id.`,
      );
    }
    if (!distances.some(({ code }) => code === wave.distance)) {
      tell(`${at}.distance`, noSuch('distance', wave.distance));
    }
    checkCodes(wave.who?.categories, categories.table, `${at}.who.categories`, 'category', tell);
    for (const [place, [from, to]] of (wave.who?.bibs ?? []).entries()) {
      const rival = from <= to ? findRival(waves.slice(0, index), wave, from, to) : undefined;
      if (from > to)
        tell(
          `${at}.who.bibs.${place}`,
          `These bibs end before they begin: write ${to} to ${from}.`,
        );
      if (rival)
        tell(
          `${at}.who.bibs.${place}`,
          `The wave ${rival.id} also has some of the bibs ${from} to ${to}: each bib starts once.`,
        );
    }
  }
}

function findRival(
  earlier: readonly WaveSetup[],
  { distance }: WaveSetup,
  from: number,
  to: number,
) {
  return earlier.find(
    (other) =>
      other.distance === distance &&
      other.who?.bibs?.some(([first, last]) => first <= to && from <= last),
  );
}

/** No category begins later. */
const OLDEST = 120;

/** Requires, for each sex with a category, one for each age (RULES.md SU4). */
export function checkCategories(table: readonly CategorySetup[], tell: Tell): void {
  checkTwice(table, 'categories.table', 'code', tell);
  for (const [index, { from = 0, to = OLDEST }] of table.entries()) {
    if (from > to)
      tell(
        `categories.table.${index}.to`,
        `This category ends at ${to}, before it begins at ${from}: swap them.`,
      );
  }
  for (const sex of SEXES) {
    if (!table.some(({ sexes }) => sexes.includes(sex))) continue;
    const none = listAges(table, sex, (count) => count === 0);
    const several = listAges(table, sex, (count) => count > 1);
    if (none !== '')
      tell(
        'categories.table',
        `There is no category for ${sex} aged ${none}: add one, or widen its neighbour.`,
      );
    if (several !== '')
      tell(
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
  tell: Tell,
): void {
  for (const [index, prize] of prizes.entries()) {
    const at = `prizes.${index}`;
    checkCodes(prize.distances, distances, `${at}.distances`, 'distance', tell);
    checkCodes(prize.categories, categories.table, `${at}.categories`, 'category', tell);
    if (prize.segment !== undefined) {
      checkCodes([prize.segment], segments, `${at}.segment`, 'segment', tell);
    }
  }
  for (const [index, team] of teams.entries()) {
    const at = `teams.${index}`;
    checkCodes(team.distances, distances, `${at}.distances`, 'distance', tell);
    if ((team.leastWomen ?? 0) > team.count) {
      tell(`${at}.leastWomen`, `Only ${team.count} count: there cannot be more women among them.`);
    }
  }
}

/** Reports a fault at a path, such as `courses.0.visits.2.point`. */
type Tell = (path: string, message: string) => void;

function checkCodes(
  named: readonly string[] = [],
  known: readonly { readonly code: string }[],
  path: string,
  what: string,
  tell: Tell,
): void {
  for (const name of named) {
    if (!known.some(({ code }) => code === name)) tell(path, noSuch(what, name));
  }
}

/** Reports each name that equals an earlier one, ignoring capitals, blanks and dashes. */
function checkTwice<Field extends string>(
  list: readonly Readonly<Record<Field, string>>[],
  path: string,
  field: Field,
  tell: Tell,
): void {
  for (const [index, item] of list.entries()) {
    const first = list.findIndex((other) => isAlike(other[field], item[field]));
    if (first < index) {
      tell(
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
