import type { CSSProperties, ReactNode } from 'react';

import type { CourseSetup, PointSetup } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';
import styles from './CourseLine.module.css';
import { type DrawnMark, drawCourse, formatKm } from './draw-course.ts';

export interface CourseLineProps {
  readonly course: CourseSetup;
  readonly points: readonly PointSetup[];
}

/** A course as a line with its points, at their places as far as known; a point that occurs again is under an arc. */
export function CourseLine({ course, points }: CourseLineProps): ReactNode {
  const { marks, loops, lanes } = drawCourse(course, points);
  return (
    <div className={styles.course} style={{ '--lanes': lanes } as CSSProperties}>
      <p className="visually-hidden">{marks.map(describeMark).join(', ')}</p>
      {course.profile ? (
        <div className={styles.ground}>
          <Ground profile={course.profile} />
        </div>
      ) : null}
      <svg className={styles.drawing} aria-hidden="true">
        <line className={styles.way} x1="3%" x2="97%" y1="24" y2="24" />
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
            <path className={styles.loop} d="M0 20 C10 0 90 0 100 20" />
          </svg>
        ))}
        {marks.map(({ key, at, isEnd }) => (
          <circle key={key} className={styles.mark} cx={`${at}%`} cy="24" r={isEnd ? 7 : 5} />
        ))}
        {marks.map(({ key, at, name, lane, anchor }) =>
          lane === undefined ? null : (
            <text
              key={key}
              className={styles.name}
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
