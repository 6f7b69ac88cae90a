import type { ReactNode } from 'react';

import type { CourseSetup, PointSetup, VisitSetup } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';

export interface CourseSummaryProps {
  readonly course: CourseSetup;
  readonly points: readonly PointSetup[];
}

/** The profile of a course, and its points with their distances if known. */
export function CourseSummary({ course, points }: CourseSummaryProps): ReactNode {
  return (
    <div className="stack-4 shrinks">
      {course.profile ? <Ground profile={course.profile} /> : null}
      <p className="anywhere text-s">{describeWay(course, points)}</p>
    </div>
  );
}

/** Of more visits, such as the laps of a long race, only the first three are named. */
const MOST_NAMED = 8;

/** `Start → Cerrig (5.2 km) → Finish (21.1 km)`. */
export function describeWay(
  { visits, lengthM }: Pick<CourseSetup, 'visits' | 'lengthM'>,
  points: readonly PointSetup[],
): string {
  const stops = visits.map((visit) => [nameVisit(visit, points), visit.atM] as const);
  const named =
    stops.length > MOST_NAMED
      ? [...stops.slice(0, 3), [`${stops.length - 3} more`, undefined] as const]
      : stops;
  return [['Start', undefined] as const, ...named, ['Finish', lengthM] as const]
    .map(([name, atM]) => (isKnown(atM) ? `${name} (${formatKm(atM)})` : name))
    .join(' → ');
}

/** `21.1 km`. */
export function formatKm(metres: number): string {
  return `${Number((metres / 1_000).toFixed(2))} km`;
}

/** A field with an incomplete number is NaN, and counts as unknown. */
export function isKnown(metres: number | undefined): metres is number {
  return metres !== undefined && !Number.isNaN(metres);
}

function nameVisit(
  { label, point }: Pick<VisitSetup, 'label' | 'point'>,
  points: readonly PointSetup[],
): string {
  return label || points.find(({ id }) => id === point)?.name || point.toUpperCase();
}
