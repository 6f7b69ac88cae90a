import type { ReactNode } from 'react';

import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatShort } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { type RaceConfig, isClosedFor } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';

import { labelPoint } from './choice.ts';
import type { ExpectedNext } from '#client/spectators/use-expected-next.ts';
import type { RaceProgress } from './race-progress.ts';
import type { NamedContest } from './list-contests.ts';
import panel from './ListPanel.module.css';
import styles from './SidePanels.module.css';

interface PanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Panel({ title, hint, children }: PanelProps): ReactNode {
  return (
    <section className={`${panel.panel} ${styles.panel}`} aria-label={title}>
      <header className={panel.head}>
        <h2>{title}</h2>
        <span>{hint}</span>
      </header>
      {children}
    </section>
  );
}

export interface ExpectedPanelProps {
  readonly point: StagePoint;
  readonly expected: ExpectedNext;
  /** All races shown are closed. */
  readonly isClosed: boolean;
  readonly config: RaceConfig;
  readonly isMixed: boolean;
  readonly nowMs: number;
  readonly onPin: (runnerId: string) => void;
}

/** The next runners expected, at what time of day, and where they were last seen. */
export function ExpectedPanel(props: ExpectedPanelProps): ReactNode {
  const { point, expected, isClosed, config, isMixed, nowMs, onPin } = props;
  const texts = useAllTexts();
  const { commentary, common } = texts;
  const { next, overdue } = expected;
  return (
    <Panel
      title={commentary.expected(labelPoint(point, config, texts))}
      hint={overdue > 0 ? commentary.overdue(overdue) : commentary.fromSplits}
    >
      {next.length === 0 ? (
        <p className={styles.none}>
          {isClosed ? commentary.nobodyElseExpected : commentary.nobodyExpected}
        </p>
      ) : null}
      <ol className={`${panel.list} plain-list`}>
        {next.map(({ result, atMs, elapsedMs }) => (
          <li key={result.runnerId}>
            <button type="button" className={styles.row} onClick={() => onPin(result.runnerId)}>
              <span className={styles.clock}>
                {atMs - nowMs < MINUTE_MS
                  ? commentary.soon
                  : `≈ ${common.dates.clockOn(atMs, nowMs, config.timeZone)}`}
              </span>
              <span className={`${styles.who} shrinks grid`}>
                <span className={styles.name}>{describeName(result, common)}</span>
                <span className={styles.details}>
                  {[
                    isMixed ? labelEvent(result.events, config) : '',
                    result.bibNumber && common.bibOf(result.bibNumber),
                    keepWhole(result.ageGroup),
                    describeLastSeen(result, config, nowMs, texts),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
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
  if (point === undefined) return texts.commentary.notSeen;
  const name = labelPoint(point, config, texts, result.events);
  if (result.startedAtMs === null) return name;
  const ageMs = nowMs - result.startedAtMs - (timeAt(result, point) ?? 0);
  return `${name} ${texts.common.ago(Math.max(0, ageMs))}`;
}

export interface RacePanelProps {
  readonly races: readonly RaceProgress[];
  readonly config: RaceConfig;
}

/** The state of each race: how many are through, out and on course, and how many passed each point. */
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
              {/* All but the finish, which is shown above. */}
              {(finished + onCourse + out === 0 ? [] : points.slice(0, -1)).map(
                ({ point, count }) => (
                  <li key={point}>
                    {labelPoint(point, config, texts, event)} <b>{count}</b>
                  </li>
                ),
              )}
              {byGun > 0 ? <li>{texts.common.byGun(byGun)}</li> : null}
              {awaited > 0 ? (
                <li>
                  {isClosedFor(event, config)
                    ? finding.neverSeen(awaited)
                    : commentary.awaited(awaited)}
                </li>
              ) : null}
            </ul>
          </div>
        ))}
      </div>
    </Panel>
  );
}

export interface ContestPanelProps {
  readonly contests: readonly NamedContest[];
  readonly config: RaceConfig;
  readonly isMixed: boolean;
}

export function ContestPanel({ contests, config, isMixed }: ContestPanelProps): ReactNode {
  const { commentary, common, finding } = useAllTexts();
  return (
    <Panel title={commentary.canWin}>
      {contests.length === 0 ? <p className={styles.none}>{commentary.nothingOpen}</p> : null}
      <ul className={styles.contests}>
        {contests.map(({ event, group, leaders, contenders, isDecided }) => {
          const named = { ...finding.sexes }[group] ?? keepWhole(group);
          const race = isMixed || group === '' ? labelEvent(event, config) : '';
          const names = leaders.map((leader) => describeName(leader, common)).join(', ');
          return (
            <li key={`${event} ${group}`}>
              <b>{[race, named].filter(Boolean).join(' ')}</b>{' '}
              {isDecided ? commentary.isWon(names) : commentary.isOpen(names, contenders.length)}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
