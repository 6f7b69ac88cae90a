import type { ReactNode } from 'react';

import { CorrectionLines } from '#client/spectators/CorrectionLines.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatShort } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { type RaceConfig, isClosedFor } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import { writeExpected } from '#shared/texts/dates.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { SPECTATORS_SCREENS } from '#shared/wire/screens.ts';
import { labelPoint } from '#shared/scoring/course.ts';

import type { ExpectedNext } from '#client/spectators/use-expected-next.ts';
import type { RaceProgress } from './race-progress.ts';
import styles from './SidePanels.module.css';

interface PanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Panel({ title, hint, children }: PanelProps): ReactNode {
  return (
    <section className={`${styles.panel} anywhere`} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <span>{hint}</span>
      </header>
      {children}
    </section>
  );
}

const MOST_CORRECTIONS = 5;

export interface CorrectionPanelProps {
  /** Newest first. */
  readonly corrections: readonly PublicCorrection[];
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
}

/** The latest corrections of published results, and a link to the others. */
export function CorrectionPanel({ corrections, config, nowMs }: CorrectionPanelProps): ReactNode {
  const { spectators, commentary } = useAllTexts();
  if (corrections.length === 0) return null;
  const latest = corrections.slice(0, MOST_CORRECTIONS);
  return (
    <div className={styles.corrections}>
      <Panel title={spectators.corrections}>
        <div className={styles.correctionLines}>
          <CorrectionLines corrections={latest} config={config} nowMs={nowMs} />
          <Link className="link touch" to={SPECTATORS_SCREENS.corrections}>
            {commentary.allCorrections}
          </Link>
        </div>
      </Panel>
    </div>
  );
}

export interface ExpectedPanelProps {
  readonly point: StagePoint;
  readonly expected: ExpectedNext;
  readonly config: RaceConfig;
  readonly isMixed: boolean;
  readonly nowMs: number;
  readonly onPin: (runnerId: string) => void;
}

/** The next expected runners, with the time of day, and where they were last seen. */
export function ExpectedPanel(props: ExpectedPanelProps): ReactNode {
  const { point, expected, config, isMixed, nowMs, onPin } = props;
  const texts = useAllTexts();
  const { commentary, common } = texts;
  const { next, overdue } = expected;
  return (
    <Panel
      title={commentary.expected(labelPoint(point, texts.runner.finish, config))}
      hint={overdue > 0 ? commentary.overdue(overdue) : ''}
    >
      {next.length === 0 ? <p className={styles.none}>{commentary.nobodyExpected}</p> : null}
      <ol className={`${styles.list} plain-list`}>
        {next.map(({ result, atMs, elapsedMs }) => (
          <li key={result.runnerId} data-row={result.runnerId}>
            <button type="button" className={styles.row} onClick={() => onPin(result.runnerId)}>
              <span className={styles.clock}>
                {atMs - nowMs < MINUTE_MS
                  ? commentary.soon
                  : `≈ ${writeExpected(common.dates, atMs, nowMs, config.timeZone)}`}
              </span>
              <span className={`${styles.who} shrinks grid`}>
                <span className={styles.name}>{describeName(result, common)}</span>
                <span className={styles.details}>
                  {joinParts([
                    isMixed && labelEvent(result.events, config),
                    result.bibNumber && common.bibOf(result.bibNumber),
                    keepWhole(result.ageGroup),
                    describeLastSeen(result, config, nowMs, texts),
                  ])}
                </span>
              </span>
              <span className={`${styles.total} semibold`}>
                ≈ {formatShort(Math.round(elapsedMs / SECOND_MS))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** `Carn Ingli 21 min ago` */
export function describeLastSeen(
  result: UnrankedResult,
  config: RaceConfig,
  nowMs: number,
  texts: AllTexts,
): string {
  const point = stagePointsOf(result.events, coursesOf(config)).findLast(
    (one) => timeAt(result, one) !== null,
  );
  if (point === undefined) return texts.outcome.started;
  const name = labelPoint(point, texts.runner.finish, config, result.events);
  if (result.startedAtMs === null) return name;
  const ageMs = nowMs - result.startedAtMs - (timeAt(result, point) ?? 0);
  return `${name} ${texts.common.ago(Math.max(0, ageMs))}`;
}

export interface RacePanelProps {
  readonly races: readonly RaceProgress[];
  readonly config: RaceConfig;
}

/** The counts of each race: finished, on course, out, and at each point. */
export function RacePanel({ races, config }: RacePanelProps): ReactNode {
  const texts = useAllTexts();
  const { commentary, finding, results } = texts;
  return (
    <Panel title={results.progress} hint={commentary.whereOrder}>
      <div className={styles.races}>
        {races.map(({ event, finished, onCourse, byGun, out, awaited, points }) => (
          <div key={event} className={styles.race}>
            <h3>{labelEvent(event, config)}</h3>
            {finished + onCourse + out === 0 ? null : (
              <p className={styles.counts}>
                <strong>{finished}</strong> · {onCourse} · {out}
              </p>
            )}
            <ul>
              {/* Without the finish, which is shown above. */}
              {points.map(({ point, count }) =>
                count === 0 || point === 'finish' ? null : (
                  <li key={point}>
                    {labelPoint(point, texts.runner.finish, config, event)} <b>{count}</b>
                  </li>
                ),
              )}
              {byGun > 0 ? <li>{texts.common.byGun(byGun)}</li> : null}
              {awaited > 0 ? (
                <li>
                  {isClosedFor(event, config) ? finding.neverSeen : finding.notSeen} ({awaited})
                </li>
              ) : null}
            </ul>
          </div>
        ))}
      </div>
    </Panel>
  );
}
