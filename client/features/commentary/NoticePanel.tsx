import type { ReactNode } from 'react';

import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { formatElapsed, formatGap } from '#shared/format/format-time.ts';
import { roundUpToSeconds } from '#shared/model/time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';

import { labelPoint } from './choice.ts';
import { type Surroundings, describeCall } from './describe-arrival.ts';
import { type NoticeLine, listNoticeLines } from './notice-lines.ts';
import styles from './NoticePanel.module.css';
import { type Notice, keyOf } from './notices.ts';
import { Panel } from './SidePanels.tsx';

/** So many at once; the others come up as these are said. */
const MOST_SHOWN = 6;
const PANEL_ID = 'to-be-said';

export interface NoticePanelProps {
  readonly notices: readonly Notice[];
  readonly point: StagePoint;
  readonly surroundings: Surroundings;
  readonly nowMs: number;
  readonly onPin: (runnerId: string) => void;
  /** The commentator has said these. */
  readonly onSaid: (notices: readonly Notice[]) => void;
}

/** What was told and is no longer so, until the commentator has put it right. */
export function NoticePanel(props: NoticePanelProps): ReactNode {
  const { notices, point, surroundings, nowMs, onPin, onSaid } = props;
  const { commentary, common } = useAllTexts();
  if (notices.length === 0) return null;
  const lines = listNoticeLines(notices);
  return (
    <div id={PANEL_ID} className={styles.notices} tabIndex={-1}>
      <Panel title={commentary.toSay(lines.length)} hint={commentary.toSayHint}>
        <ul className="plain-list">
          {lines.slice(0, MOST_SHOWN).map((line) => {
            if (line.kind === 'shift') {
              return (
                <ShiftLine
                  key={`${line.event} ${line.byMs}`}
                  line={line}
                  surroundings={surroundings}
                  onSaid={onSaid}
                />
              );
            }
            const { notice } = line;
            const { result } = notice.arrival;
            const name = describeName(result, common);
            return (
              <li
                key={keyOf(notice.arrival)}
                className={styles.notice}
                data-notice={result.runnerId}
              >
                <button
                  type="button"
                  className={styles.what}
                  onClick={() => onPin(result.runnerId)}
                >
                  <span className={styles.name}>{name}</span>
                  <span>{describeNotice(notice, point, surroundings)}</span>
                  <span className={styles.age}>
                    {commentary.ago(Math.max(0, nowMs - notice.noticedMs))}
                  </span>
                </button>
                <button
                  type="button"
                  className={styles.said}
                  aria-label={commentary.said(name)}
                  onClick={() => onSaid([notice])}
                >
                  <span aria-hidden="true">✓</span>
                </button>
              </li>
            );
          })}
        </ul>
        <button
          type="button"
          className={styles.all}
          aria-keyshortcuts="x"
          onClick={() => onSaid(notices)}
        >
          {lines.length > MOST_SHOWN ? commentary.saidAllOf(lines.length) : commentary.saidAll}
        </button>
      </Panel>
    </div>
  );
}

interface ShiftLineProps extends Pick<NoticePanelProps, 'surroundings' | 'onSaid'> {
  readonly line: Extract<NoticeLine, { kind: 'shift' }>;
}

/** `52 Full times are 4:57 shorter`: the start of a race was corrected. */
function ShiftLine({ line, surroundings, onSaid }: ShiftLineProps): ReactNode {
  const { commentary } = useAllTexts();
  const { event, byMs, notices } = line;
  const race = labelEvent(event, surroundings.config);
  const gap = formatGap(roundUpToSeconds(Math.abs(byMs)));
  const words = byMs < 0 ? commentary.timesShorter : commentary.timesLonger;
  return (
    <li className={styles.notice}>
      <p className={styles.what}>
        <span className={styles.name}>{words(notices.length, race, gap)}</span>
      </p>
      <button
        type="button"
        className={styles.said}
        aria-label={commentary.said(race)}
        onClick={() => onSaid(notices)}
      >
        <span aria-hidden="true">✓</span>
      </button>
    </li>
  );
}

/** `Full · 2:14:02, corrected, was 2:10:00 · no longer: First woman` */
function describeNotice(
  { arrival, isLate, wasMs, lost, won }: Notice,
  point: StagePoint,
  { config, texts, isMixed }: Surroundings,
): string {
  const { commentary } = texts;
  const { result, elapsedMs, isRevoked } = arrival;
  const call = (one: Notice['lost'][number]): string => describeCall(one, result, config, texts);
  const ranking = coursesOf(config).rankingOf(result.events);
  const time = formatElapsed(elapsedMs, ranking.rounding);
  return [
    isMixed ? labelEvent(result.events, config) : '',
    arrival.point === point ? '' : labelPoint(arrival.point, config, texts, result.events),
    isLate ? `${time}, ${commentary.cameLate}` : '',
    isRevoked
      ? `${time}, ${result.status === 'dnf' ? describeTotal(result, texts.outcome, ranking) : commentary.takenBack}`
      : '',
    wasMs === undefined || isLate || isRevoked
      ? ''
      : `${time}, ${commentary.was(formatElapsed(wasMs, ranking.rounding))}`,
    lost.length === 0 ? '' : commentary.noLonger(lost.map(call).join(', ')),
    won.length === 0 ? '' : commentary.nowIs(won.map(call).join(', ')),
  ]
    .filter(Boolean)
    .join(' · ');
}

export interface FreshBarProps {
  readonly waiting: number;
  readonly notices: number;
  readonly onShowNew: () => void;
}

/** Stays in sight wherever the page is read, and moves nothing when it comes. */
export function FreshBar({ waiting, notices, onShowNew }: FreshBarProps): ReactNode {
  const { commentary } = useAllTexts();
  return (
    <div className={styles.bar}>
      <output className={styles.inBar} data-fresh>
        {waiting === 0 ? null : (
          <button type="button" className="tone-accent" onClick={onShowNew} aria-keyshortcuts="n">
            <span aria-hidden="true">↑ </span>
            {commentary.fresh(waiting)}
          </button>
        )}
        {notices === 0 ? null : (
          <button
            type="button"
            className="tone-notice"
            onClick={() => {
              const panel = document.getElementById(PANEL_ID);
              panel?.scrollIntoView({ block: 'nearest' });
              panel?.focus({ preventScroll: true });
            }}
          >
            {commentary.toSay(notices)}
          </button>
        )}
      </output>
    </div>
  );
}
