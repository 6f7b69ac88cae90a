import { checkCategories, checkWaves, checkWhoIsNamed } from './race-setup-groups.ts';
import { checkTwice, isAlike, isLonger, noSuch, type Tell } from './race-setup-tell.ts';
import { MINUTE_MS, parseDuration } from './time.ts';
import type { CourseSetup, DistanceSetup, RaceSetup } from './race-setup.ts';

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
