import type { CourseSetup, PointSetup, VisitSetup } from '#shared/model/race-setup.ts';

export interface DrawnMark {
  readonly key: string;
  readonly name: string;
  /** From the start, where it is given. */
  readonly atM: number | undefined;
  /** In per cent of the width. */
  readonly at: number;
  readonly isEnd: boolean;
  /** The line of names with room for this one; undefined where none has. */
  readonly lane: number | undefined;
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface DrawnCourse {
  readonly marks: readonly DrawnMark[];
  /** From one visit of a point to the next. */
  readonly loops: readonly { readonly from: number; readonly to: number }[];
  readonly lanes: number;
}

/** Room at both ends, for the marks there. */
const FIRST = 3;
const LAST = 97;
/** Lines of names. */
const MOST_LANES = 2;
/** The widest letter, and the gap between two names, in per cent of a phone's width. */
const LETTER = 2;
const GAP = 2;

/** Lays a course out: points at their distance, those without one evenly between the others. */
export function drawCourse(course: CourseSetup, points: readonly PointSetup[]): DrawnCourse {
  const { visits, lengthM } = course;
  const known = [0, ...visits.map(({ atM }) => atM), lengthM];
  const shares = spread(known);
  const ends = Array.from({ length: MOST_LANES }, () => -Infinity);
  const marks = shares.map((share, index): DrawnMark => {
    const visit = visits[index - 1];
    const isEnd = !visit;
    const name = visit ? nameVisit(visit, points) : index === 0 ? 'Start' : 'Finish';
    const at = FIRST + share * (LAST - FIRST);
    const width = name.length * LETTER;
    const anchor = at < width / 2 ? 'start' : at > 100 - width / 2 ? 'end' : 'middle';
    const left = anchor === 'start' ? at - 1 : anchor === 'end' ? at - width : at - width / 2;
    const lane = ends.findIndex((end) => end + GAP <= left);
    if (lane !== -1) ends[lane] = left + width;
    const atM = index === 0 ? undefined : known[index];
    return {
      key: String(index),
      name,
      atM,
      at,
      isEnd,
      anchor,
      lane: lane === -1 ? undefined : lane,
    };
  });
  const lanes = 1 + Math.max(...marks.map(({ lane = 0 }) => lane));
  return { marks, loops: findLoops(course, marks), lanes };
}

/** `21.1 km`. */
export function formatKm(metres: number): string {
  return `${Number((metres / 1_000).toFixed(2))} km`;
}

export function nameVisit(
  { label, point }: Pick<VisitSetup, 'label' | 'point'>,
  points: readonly PointSetup[],
): string {
  if (label) return label;
  return points.find(({ id }) => id === point)?.name || point.toUpperCase();
}

function findLoops({ visits }: CourseSetup, marks: readonly DrawnMark[]): DrawnCourse['loops'] {
  const last = new Map<string, number>();
  return visits.flatMap(({ point }, index) => {
    const from = last.get(point);
    const to = marks[index + 1]?.at ?? LAST;
    last.set(point, to);
    return from === undefined || to <= from ? [] : [{ from, to }];
  });
}

/**
 * Each number as a share of the whole course, from 0 to 1 and never decreasing; text that is no number yet counts as
 * unknown.
 */
function spread(typed: readonly (number | undefined)[]): readonly number[] {
  const metres = typed.map((atM = Number.NaN) => (Number.isFinite(atM) ? atM : undefined));
  const end = metres.length - 1;
  const farthest = Math.max(...metres.map((atM = 0) => atM));
  // Without a length the last leg is assumed as long as the others.
  const length = metres[end] || (farthest * end) / Math.max(1, end - 1) || 1;
  const fixed = metres.map((atM, index) => {
    if (index === end) return 1;
    return atM === undefined ? undefined : Math.min(1, atM / length);
  });
  let before = 0;
  return fixed.map((share, index) => {
    if (share === undefined) {
      const next = fixed.findIndex((one, place) => place > index && one !== undefined);
      before += ((fixed[next] ?? 1) - before) / (next - index + 1);
    } else before = Math.max(before, share);
    return before;
  });
}
