import type { ReactNode } from 'react';

import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { RaceBadge } from '#client/spectators/RaceBadge.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { labelPoint } from '#shared/scoring/course.ts';

import { type Choice, codePoint } from './choice.ts';
import styles from './Commentary.module.css';
import { listRaceClocks } from './race-clocks.ts';

export interface CommentaryBarProps {
  readonly config: ConfigBody;
  readonly choice: Choice;
  readonly races: readonly EventCode[];
  readonly points: readonly StagePoint[];
  /** By the server's clock. */
  readonly nowMs: number;
  readonly onChoose: (choice: Partial<Choice>) => void;
}

/** The race clocks, the choice of races and point, and how fresh the data is. */
export function CommentaryBar(props: CommentaryBarProps): ReactNode {
  const { config, choice, races, points, nowMs, onChoose } = props;
  const isServerRendered = useIsServerRendered();
  const texts = useAllTexts();
  const { commentary, common, following, splits } = texts;
  const courses = coursesOf(config);
  const clocks = listRaceClocks(choice.event ? [choice.event] : races, config, nowMs, texts);
  return (
    <header className={styles.bar}>
      <div className={styles.inBar}>
        <div className={styles.clocks} data-several={clocks.length > 1 || undefined}>
          {clocks.map(({ label, text, isRunning }) => (
            <p
              key={label}
              className={styles.clock}
              {...(isRunning && !isServerRendered ? { role: 'timer', 'aria-live': 'off' } : {})}
            >
              <span className={styles.clockLabel}>{label}</span>{' '}
              <span className={isRunning ? styles.clockTime : 'semibold'}>
                {isRunning && isServerRendered ? '–' : text}
              </span>
            </p>
          ))}
        </div>
        <h1>
          {isolateText(config.pageTitle)} · <b>{commentary.title}</b>
        </h1>
        <RaceBadge events={races} config={config} />
        <select
          aria-label={common.race}
          value={choice.event ?? ''}
          onChange={({ target: { value } }) => onChoose({ event: value || undefined })}
        >
          <option value="">{following.allRaces}</option>
          {races.map((event) => (
            <option key={event} value={event}>
              {labelEvent(event, config)}
            </option>
          ))}
        </select>
        <select
          aria-label={splits.stage}
          value={codePoint(choice.point, courses)}
          onChange={({ target: { value } }) => {
            const point = points.find((one) => codePoint(one, courses) === value) ?? 'finish';
            onChoose({ point });
          }}
        >
          {points.map((point) => (
            <option key={point} value={codePoint(point, courses)}>
              {labelPoint(point, texts.runner.finish, config, choice.event)}
            </option>
          ))}
        </select>
      </div>
    </header>
  );
}
