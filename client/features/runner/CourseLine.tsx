import type { CSSProperties, ReactNode } from 'react';

import type { CourseProfile } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';
import { type CoursePoint, placeLabels } from './lay-out-course.ts';
import styles from './CourseLine.module.css';

export interface CourseLineProps {
  readonly points: readonly CoursePoint[];
  /** From 0 to 1. */
  readonly runnerAt: number;
  /** For screen readers, which skip the line. */
  readonly progress: string;
  readonly profile?: CourseProfile | undefined;
}

/** The runner's progress on a line, below the elevation profile if there is one. */
export function CourseLine({ points, runnerAt, progress, profile }: CourseLineProps): ReactNode {
  const rows = placeLabels(points);
  return (
    <div className={styles.course}>
      <p className="visually-hidden">{progress}</p>
      {profile ? (
        <div className={styles.ground}>
          <Ground profile={profile} runnerAt={runnerAt} />
        </div>
      ) : null}
      <div className={styles.line} aria-hidden="true">
        <span className={styles.run} style={at('--to', runnerAt)} />
        {points.map((point) => (
          <span
            key={point.at}
            className={styles.mark}
            data-passed={point.isPassed}
            style={at('--at', point.at)}
          />
        ))}
        <span className={styles.runner} style={at('--at', runnerAt)} />
      </div>
      <p className={styles.names}>
        {points.map((point, index) => (
          <span key={point.at} style={{ '--at': point.at, '--row': rows[index] } as CSSProperties}>
            {point.label}
          </span>
        ))}
      </p>
    </div>
  );
}

function at(name: `--${string}`, share: number): CSSProperties {
  return { [name]: String(share) };
}
