import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, isClosedFor } from '#shared/model/race-config.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { type ResultsTab, eventsOf } from '#shared/scoring/tabs.ts';
import type { Arrival } from '#client/spectators/arrivals.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import styles from './BoardStrip.module.css';
import { useArrivals } from './use-just-in.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { describeHonour } from '#client/spectators/describe-honour.ts';
import { findExpected } from '#client/spectators/expected-next.ts';
import { useForecast } from '#client/spectators/use-forecast.ts';
import { useWorkedOut } from '#client/spectators/use-worked-out.ts';

/** How long a finisher stays in the strip; shorter when many come in at once, so that all are shown. */
const USUAL_MS: DurationMs = 4 * SECOND_MS;
const LEAST_MS: DurationMs = SECOND_MS;
/** Earlier finishers are on the pages. */
const NEWS_MS: DurationMs = MINUTE_MS;
/** The turns of a burst fit into this; the strip is looked at once a second. */
const SPREAD_MS: DurationMs = 0.75 * NEWS_MS;

interface StripTurn {
  readonly shown: string | undefined;
  readonly sinceMs: EpochMs;
  /** The recent finishers who had their turn. */
  readonly done: ReadonlySet<string>;
}

export const NO_TURN: StripTurn = { shown: undefined, sinceMs: -Infinity, done: new Set() };

/**
 * Whose turn it is: finishers one after another as they came in, so that nobody of a burst is passed
 * over, then the last of them until somebody else comes. `arrivals` are newest first.
 */
export function takeTurn(
  before: StripTurn,
  arrivals: readonly Arrival[],
  nowMs: EpochMs,
): StripTurn {
  const ids = arrivals.map(({ result }) => result.runnerId);
  const isThere = before.shown !== undefined && ids.includes(before.shown);
  const waiting = arrivals.filter(
    ({ result, atMs }) => nowMs - atMs < NEWS_MS && !before.done.has(result.runnerId),
  );
  const leftMs = SPREAD_MS - (nowMs - (waiting.at(-1)?.atMs ?? nowMs));
  const stayMs = Math.max(LEAST_MS, Math.min(USUAL_MS, leftMs / waiting.length));
  if (isThere && (waiting.length === 0 || nowMs - before.sinceMs < stayMs)) {
    if (waiting.length > 0 || before.shown === ids[0]) return before;
    // Nobody waits: the last one stays.
    if (nowMs - before.sinceMs < USUAL_MS) return before;
  }
  const shown = waiting.at(-1)?.result.runnerId ?? ids[0];
  if (shown === before.shown) return before;
  const done = new Set([...before.done].filter((id) => ids.includes(id)));
  if (shown !== undefined) done.add(shown);
  return { shown, sinceMs: nowMs, done };
}

/** More than one, since the first may finish before the list is computed again. */
const LIMIT = 5;

interface NextIn {
  readonly result: UnrankedResult;
  readonly atMs: EpochMs;
}

/** Computed in steps whenever expected times are new; undefined where nobody is expected. */
function useNext(events: readonly EventCode[]): NextIn | undefined {
  const standings = useStandings();
  const { clockOffsetMs } = useRace();
  const expect = useForecast();
  const work = useCallback(() => {
    const nowMs = Date.now() + clockOffsetMs;
    return findExpected(standings, expect, { point: 'finish', events, nowMs, limit: LIMIT });
  }, [standings, expect, events, clockOffsetMs]);
  const found = useWorkedOut(work);
  return found?.next.find(({ result }) => standings.find(result.runnerId)?.status === 'racing');
}

interface BoardStripProps {
  readonly tabs: readonly ResultsTab[];
  readonly config: RaceConfig;
}

/** The last finisher, with what they have won, and who is expected next. */
export function BoardStrip({ tabs, config }: BoardStripProps): ReactNode {
  const texts = useAllTexts();
  const arrivals = useArrivals();
  const courses = coursesOf(config);
  const events = useMemo(
    () => [...new Set(tabs.flatMap((tab) => eventsOf(tab, courses)))],
    [tabs, courses],
  );
  const next = useNext(events);
  const nowMs = useHeardMoment();
  const own = useMemo(
    () => arrivals.filter(({ result }) => events.includes(result.events)),
    [arrivals, events],
  );
  const latest = useTurn(own);
  return (
    <div className={styles.strip}>
      {latest && !isClosedFor(latest.result.events, config) ? (
        <LatestArrival arrival={latest} config={config} />
      ) : null}
      {next ? (
        <p className={styles.next}>
          {texts.board.nextIn(
            describeName(next.result, texts.common),
            texts.common.dates.clockOn(next.atMs, nowMs, config.timeZone),
          )}
        </p>
      ) : null}
    </div>
  );
}

function useTurn(arrivals: readonly Arrival[]): Arrival | undefined {
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(arrivals.length > 0) + clockOffsetMs;
  const [turn, setTurn] = useState(NO_TURN);
  const next = takeTurn(turn, arrivals, nowMs);
  if (next !== turn) setTurn(next);
  return arrivals.find(({ result }) => result.runnerId === next.shown);
}

interface LatestArrivalProps {
  readonly arrival: Arrival;
  readonly config: RaceConfig;
}

function LatestArrival({ arrival, config }: LatestArrivalProps): ReactNode {
  const texts = useAllTexts();
  const standings = useStandings();
  const honour = describeHonour(arrival.result, standings, texts);
  return (
    <p className={styles.latest}>
      <span className={styles.label}>{texts.board.justIn}</span>{' '}
      <strong className="heavy">{describeName(arrival.result, texts.common)}</strong>
      <span>{describeFacts(arrival, standings, config, texts)}</span>
      {honour === '' ? null : <span className={styles.honour}>{honour}</span>}
    </p>
  );
}

/** `Full · 7th · 1:34:49` */
function describeFacts(
  { result }: Arrival,
  standings: Standings,
  config: RaceConfig,
  { common, outcome }: AllTexts,
): string {
  const place = standings.placeOf(result.runnerId);
  return [
    labelEvent(result.events, config),
    place === null ? '' : common.ordinal(place),
    describeTotal(result, outcome, standings.courses.rankingOf(result.events)),
  ]
    .filter(Boolean)
    .join(' · ');
}
