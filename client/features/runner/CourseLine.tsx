import { type CSSProperties, type ReactNode, useId, useMemo } from 'react';
import type { CourseProfile } from '#shared/model/race-setup.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { CourseLayout } from './lay-out-course.ts';
import styles from './CourseLine.module.css';

export interface CourseLineProps {
  readonly layout: CourseLayout;
  /** The ground along the course, where the race says it. */
  readonly profile?: CourseProfile | undefined;
  /** Where the runner was last, and what comes next, in words; empty for nothing. */
  readonly behind: string;
  readonly next: string;
}

/** How far along the course a runner is: a line, and above it the ground where the race says how it climbs. */
export function CourseLine({ layout, profile, behind, next }: CourseLineProps): ReactNode {
  const { runner } = useAllTexts();
  const { marks, runnerAt } = layout;
  const passed = marks.filter(({ isPassed }) => isPassed).length;
  return (
    <div className={styles.course}>
      <p className="visually-hidden">{runner.progress(passed, marks.length)}</p>
      {profile ? <Ground profile={profile} runnerAt={runnerAt} /> : null}
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
      <p className={styles.words}>
        <span>{behind}</span>
        <span>{next}</span>
      </p>
    </div>
  );
}

/** Of a thousand along the course. */
const GROUND_HEIGHT = 160;

function Ground({
  profile: { heights },
  runnerAt,
}: {
  readonly profile: CourseProfile;
  readonly runnerAt: number;
}): ReactNode {
  const clip = useId();
  const outline = useMemo(() => drawGround(heights), [heights]);
  return (
    <svg
      className={styles.ground}
      viewBox={`0 0 1000 ${GROUND_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <rect width={1000 * runnerAt} height={GROUND_HEIGHT} />
      </clipPath>
      <path d={outline} />
      <path d={outline} className={styles.run} clipPath={`url(#${clip})`} />
    </svg>
  );
}

/** The ground from the start to the finish as a filled outline; a flat course stays flat. */
function drawGround(heights: CourseProfile['heights']): string {
  const lengthM = heights.at(-1)?.[0] || 1;
  const all = heights.map(([, heightM]) => heightM);
  const lowest = Math.min(...all);
  const span = Math.max(MOST_FLAT_M, Math.max(...all) - lowest);
  const places = heights.map(([atM, heightM]) => {
    const y = GROUND_HEIGHT * (1 - (0.06 + (0.94 * (heightM - lowest)) / span));
    return `${Math.round((1000 * atM) / lengthM)} ${Math.round(y)}`;
  });
  return `M0 ${GROUND_HEIGHT} L${places.join(' L')} L1000 ${GROUND_HEIGHT} Z`;
}

/** Less than this between the lowest and the highest place is no hill. */
const MOST_FLAT_M = 60;

function at(name: `--${string}`, share: number): CSSProperties {
  return { [name]: String(share) };
}
