import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Sex } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type ReactNode, useCallback, useRef, type RefObject, useLayoutEffect } from 'react';
import { describeRow } from '#client/spectators/describe-row.ts';
import { describeTotal, listStageTimes } from '#shared/format/describe-result.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { isPlainPress, Link } from '#client/ui/Link.tsx';
import table from '#client/ui/VirtualTable.module.css';
import styles from './ResultTable.module.css';
import { useTexts } from '#client/ui/use-texts.ts';
import { CELL, ROW } from '#client/ui/table-roles.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { type RowChange, GLOW_MS } from '#client/live/race-replica.ts';
import { useRowChange, useStandings } from '#client/live/use-standings.ts';

export interface ResultRowProps {
  readonly result: UnrankedResult;
  /** The live place of a runner on course; null for others. */
  readonly livePlace: number | null;
  readonly tab: ResultsTab;
  readonly config: RaceConfig;
  /** Whether each stage has a column. */
  readonly isSpread: boolean;
  /** In the whole list, for measuring. */
  readonly index: number;
  /** In its table, counting the header row. */
  readonly rowNumber: number;
  /** The field in which places are counted: everyone, or the runners of the filter. */
  readonly ranked: Standings;
  /** Whether these are all of one category. */
  readonly isCategory: boolean;
  readonly onOpen: ((runnerId: string) => void) | undefined;
  /** The `ref` that measures the row. */
  readonly measure: (row: HTMLElement | null) => void;
}

/** One runner. The name is a link over the whole row: to the splits, or without scripts to the runner's page. */
export function ResultRow(props: ResultRowProps): ReactNode {
  const { result, livePlace, tab, config, ranked, isCategory, isSpread } = props;
  const { index, rowNumber, onOpen, measure } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const ref = useCallback(
    (row: HTMLTableRowElement | null) => {
      element.current = row;
      measure(row);
    },
    [measure],
  );
  useGlow(element, useRowChange(result.runnerId));
  const texts = useTexts();
  const standings = useStandings();
  const row = describeRow(result, tab, standings, config, texts, livePlace, ranked);
  const { runnerId } = result;
  const placeAmongAll =
    tab.kind === 'event'
      ? standings.placeOf(runnerId)
      : standings.specialPlaceOf(tab.code, runnerId);
  const sex = standings.courses.sexOf(result);
  const all = standings.find(runnerId);
  // Else two times of one runner would contradict each other without a word.
  const overallTime =
    tab.kind === 'event' && all?.categoryMs != null && all.totalMs !== result.totalMs
      ? describeTotal(all, texts.outcome, ranked.courses.rankingOf(tab.code))
      : '';
  const overall =
    ranked === standings || placeAmongAll === null
      ? ''
      : [texts.finding.overall(texts.common.ordinal(placeAmongAll, sex)), overallTime]
          .filter(Boolean)
          .join(' ');
  const places = isSpread ? ranked.checkpointPlacesOf(runnerId) : [];
  const stages = isSpread ? listStageTimes(result, ranked.courses, texts.outcome) : [];

  return (
    <tr
      ref={ref}
      className={`${table.row} ${styles.row} ${styles.columns} ${row.className}`}
      data-index={index}
      data-runner-id={runnerId}
      {...ROW}
      aria-rowindex={rowNumber}
    >
      <td
        className={styles.place}
        data-medal={row.isLive ? undefined : medalOf(row.place)}
        data-live={row.isLive || undefined}
        {...CELL}
      >
        {row.place}
      </td>
      <td
        className={styles.runner}
        data-details={joinParts([overall, row.details]) || undefined}
        {...CELL}
      >
        <RowName
          runnerId={runnerId}
          name={row.name}
          firstIn={row.isWinner && !isCategory ? result.ageGroup : ''}
          sex={sex}
          onOpen={onOpen}
        />
        {overall === '' ? null : <span className={styles.overall}>{overall}</span>}
      </td>
      <td className={styles.club} {...CELL}>
        {result.runClub}
      </td>
      <td className={styles.cat} {...CELL}>
        {row.category}
      </td>
      <td className={styles.bib} {...CELL}>
        {result.bibNumber}
      </td>
      <td className={`${styles.time} text-right`} data-gap={row.gap} {...CELL}>
        {row.checkpoint === undefined ? (
          row.time
        ) : (
          <span className={styles.onCourse}>
            <span>{row.checkpoint}</span> <span>{row.time}</span>
          </span>
        )}
      </td>
      {stages.map(({ slot, time, isTaken }) => {
        const place = isTaken ? String(places[slot] ?? '') : '';
        return (
          <td key={slot} className={styles.split} {...CELL}>
            {time} <span data-medal={medalOf(place)}>{place}</span>
          </td>
        );
      })}
    </tr>
  );
}

/** `1`, `2` or `3` for a place on the podium. */
function medalOf(place: string): string | undefined {
  return /^[123]$/.test(place) ? place : undefined;
}

interface RowNameProps extends Pick<ResultRowProps, 'onOpen'> {
  readonly runnerId: string;
  readonly name: string;
  /** The age group whose first finisher this is; empty for others. */
  readonly firstIn: string;
  readonly sex: Sex | undefined;
}

/** The name, and the age group won in a frame. */
function RowName({ runnerId, name, firstIn, sex, onOpen }: RowNameProps): ReactNode {
  const { common, results } = useTexts();
  return (
    <>
      <Link
        className={styles.name}
        to={findRunnerPath({ runnerId })}
        aria-haspopup={onOpen && 'dialog'}
        onClick={(press) => {
          if (!onOpen || !isPlainPress(press)) return;
          press.preventDefault();
          onOpen(runnerId);
        }}
      >
        {name}
      </Link>
      {firstIn === '' ? null : (
        <>
          {' '}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img has no letters */}
          <span className={styles.honour} role="img" aria-label={results.firstIn(firstIn, sex)}>
            {common.ordinal(1, sex)} {firstIn}
          </span>
        </>
      )}
    </>
  );
}

/** The edge is for people who cannot see the colour. */
const GLOWING = {
  backgroundColor: 'var(--just-changed)',
  boxShadow: 'inset 4px 0 0 var(--gold)',
};

/** Highlights a changed row, timed from the change: a row that scrolls into view later shows only the rest of it. */
function useGlow(row: RefObject<HTMLElement | null>, change: RowChange | undefined): void {
  useLayoutEffect(() => {
    const ageMs = change ? Math.max(0, Date.now() - change.atMs) : GLOW_MS;
    if (ageMs >= GLOW_MS) return undefined;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const glow = row.current?.animate(
      isStill ? [GLOWING, GLOWING] : [GLOWING, { ...GLOWING, offset: 0.45 }, {}],
      { duration: GLOW_MS, easing: 'ease-out' },
    );
    if (glow) glow.currentTime = ageMs;
    return () => glow?.cancel();
  }, [row, change]);
}
