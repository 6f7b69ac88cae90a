import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Sex } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type ReactNode, useCallback, useRef, type RefObject, useLayoutEffect } from 'react';
import { describeRow } from './describe-row.ts';
import { SplitCells, medalOf } from './SplitCells.tsx';
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
  /** Whether the stages have columns of their own. */
  readonly isSpread: boolean;
  /** In the whole list, for measuring. */
  readonly index: number;
  /** In its table, counting the header row. */
  readonly rowNumber: number;
  /** The runners among whom the places count: everybody, or the filtered ones. */
  readonly ranked: Standings;
  /** Whether they are all of one category. */
  readonly isCategory: boolean;
  readonly onOpen: ((runnerId: string) => void) | undefined;
  /** Is handed the row when it comes, and null when it goes. */
  readonly measure: (row: HTMLElement | null) => void;
}

/** One runner. The name is a link over the whole row: to the splits, or before the page runs to the runner's page. */
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
  const overallPlace = ranked === standings ? null : placeIn(standings, tab, result.runnerId);
  const sex = standings.courses.sexOf(result);
  const overall =
    overallPlace === null ? '' : texts.finding.overall(texts.common.ordinal(overallPlace, sex));

  return (
    <tr
      ref={ref}
      className={`${table.row} ${styles.row} ${styles.columns} ${row.className}`}
      data-index={index}
      data-runner-id={result.runnerId}
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
        data-details={[overall, row.details].filter(Boolean).join(' · ') || undefined}
        {...CELL}
      >
        <RowName
          runnerId={result.runnerId}
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
        <RowTime time={row.time} checkpoint={row.checkpoint} />
      </td>
      {isSpread ? <SplitCells result={result} ranked={ranked} /> : null}
    </tr>
  );
}

/** The place of a runner among all by the time that a tab ranks; null without one. */
function placeIn(standings: Standings, tab: ResultsTab, runnerId: string): number | null {
  return tab.kind === 'event'
    ? standings.placeOf(runnerId)
    : standings.specialPlaceOf(tab.code, runnerId);
}

interface RowNameProps extends Pick<ResultRowProps, 'onOpen'> {
  readonly runnerId: string;
  readonly name: string;
  /** The age group that the runner is first in; empty for all others. */
  readonly firstIn: string;
  readonly sex: Sex | undefined;
}

/** The name of a runner, and what they have won in a frame. */
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

interface RowTimeProps {
  readonly time: string;
  readonly checkpoint: string | undefined;
}

/** `2:41:07`, or `Foel Eryr 1:02:33` (RULES.md CP4) on two lines, the time above. */
function RowTime({ time, checkpoint }: RowTimeProps): ReactNode {
  if (checkpoint === undefined) return time;
  return (
    <span className={styles.onCourse}>
      <span>{checkpoint}</span> <span>{time}</span>
    </span>
  );
}

/** With an edge, for people who cannot see the colour. */
const GLOWING = {
  backgroundColor: 'var(--just-changed)',
  boxShadow: 'inset 4px 0 0 var(--gold)',
};

/**
 * Lets a row glow that has just changed. The glow belongs to the change: a row that scrolls into view joins it midway,
 * and one that has settled does not glow again.
 */
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
