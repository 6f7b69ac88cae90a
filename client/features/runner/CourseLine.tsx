import type { CSSProperties, ReactNode } from 'react';

import type { CourseProfile } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { type CourseName, placeNames } from './lay-out-course.ts';
import styles from './CourseLine.module.css';

export interface CourseLineProps {
  /** The positions of the ends of the stages, and of the runner, from 0 to 1. */
  readonly marks: readonly number[];
  readonly runnerAt: number;
  /** The number of stages passed. */
  readonly passed: number;
  readonly profile?: CourseProfile | undefined;
  /** The labels below the line. */
  readonly names: readonly CourseName[];
}

/** The runner's progress on a line, below the elevation profile if there is one. */
export function CourseLine(props: CourseLineProps): ReactNode {
  const { marks, runnerAt, passed, profile, names } = props;
  const { runner } = useAllTexts();
  const [rows, wideRows] = [placeNames(names, 'phone'), placeNames(names, 'tablet')];
  return (
    <div className={styles.course}>
      <p className="visually-hidden">{runner.progress(passed, marks.length)}</p>
      {profile ? (
        <div className={styles.ground}>
          <Ground profile={profile} runnerAt={runnerAt} />
        </div>
      ) : null}
      <div className={styles.line} aria-hidden="true">
        <span className={styles.run} style={at('--to', runnerAt)} />
        {marks.map((mark, index) => (
          <span
            key={mark}
            className={styles.mark}
            data-passed={index < passed}
            style={at('--at', mark)}
          />
        ))}
        <span className={styles.runner} style={at('--at', runnerAt)} />
      </div>
      <p className={styles.names}>
        {names.map(({ text, at: along }, index) => (
          <span
            key={along}
            style={
              {
                '--at': along,
                '--row': rows[index],
                '--wide-row': wideRows[index],
              } as CSSProperties
            }
          >
            {text}
          </span>
        ))}
      </p>
    </div>
  );
}

function at(name: `--${string}`, share: number): CSSProperties {
  return { [name]: String(share) };
}
