import type { CSSProperties, ReactNode } from 'react';

import type { CourseProfile } from '#shared/model/race-setup.ts';
import { Ground } from '#client/ui/Ground.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { type CourseLayout, type CourseName, placeNames } from './lay-out-course.ts';
import styles from './CourseLine.module.css';

export interface CourseLineProps {
  readonly layout: CourseLayout;
  readonly profile?: CourseProfile | undefined;
  /** The labels below the line. */
  readonly names: readonly CourseName[];
}

/** The runner's progress on a line, below the elevation profile if there is one. */
export function CourseLine({ layout, profile, names }: CourseLineProps): ReactNode {
  const { runner } = useAllTexts();
  const { marks, runnerAt } = layout;
  const passed = marks.filter(({ isPassed }) => isPassed).length;
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
        {marks.map((mark) => (
          <span
            key={mark.point}
            className={styles.mark}
            data-passed={mark.isPassed}
            style={at('--at', mark.at)}
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
