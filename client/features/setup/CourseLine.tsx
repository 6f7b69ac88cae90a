import type { CSSProperties, ReactNode } from 'react';

import type { CourseSetup, PointSetup } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';
import { type DrawnMark, drawCourse, formatKm } from './draw-course.ts';

export interface CourseLineProps {
  readonly course: CourseSetup;
  readonly points: readonly PointSetup[];
}

/** A course as a line with its points, at their places as far as known; a point that occurs again is under an arc. */
export function CourseLine({ course, points }: CourseLineProps): ReactNode {
  const { marks, loops, lanes } = drawCourse(course, points);
  return (
    <div className="min-w-0" style={{ '--lanes': lanes } as CSSProperties}>
      <p className="visually-hidden">{marks.map(describeMark).join(', ')}</p>
      {course.profile ? (
        <div className="px-[3%]">
          <Ground profile={course.profile} />
        </div>
      ) : null}
      <svg
        className="block h-[calc(36px+var(--lanes)*16px)] w-full overflow-hidden"
        aria-hidden="true"
      >
        <line
          className="stroke-line-strong stroke-4 [stroke-linecap:round]"
          x1="3%"
          x2="97%"
          y1="24"
          y2="24"
        />
        {loops.map(({ from, to }) => (
          <svg
            key={`${from}-${to}`}
            x={`${from}%`}
            width={`${to - from}%`}
            y="2"
            height="20"
            viewBox="0 0 100 20"
            preserveAspectRatio="none"
          >
            <path
              className="fill-none stroke-accent stroke-2 [vector-effect:non-scaling-stroke]"
              d="M0 20 C10 0 90 0 100 20"
            />
          </svg>
        ))}
        {marks.map(({ key, at, isEnd }) => (
          <circle
            key={key}
            className="fill-surface stroke-accent stroke-3"
            cx={`${at}%`}
            cy="24"
            r={isEnd ? 7 : 5}
          />
        ))}
        {marks.map(({ key, at, name, lane, anchor }) =>
          lane === undefined ? null : (
            <text
              key={key}
              className="fill-ink text-s font-strong"
              x={`${at}%`}
              y={46 + lane * 16}
              textAnchor={anchor}
            >
              {name}
            </text>
          ),
        )}
      </svg>
    </div>
  );
}

function describeMark({ name, atM }: DrawnMark): string {
  return atM === undefined ? name : `${name} at ${formatKm(atM)}`;
}
