import type { RaceConfig } from '#shared/model/race-config.ts';
import type { VirtualItem } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  Fragment,
} from 'react';
import { whenIdle } from '#client/live/timers.ts';
import { type TabRows, findRowAt } from './list-rows.ts';
import table from '#client/ui/VirtualTable.module.css';
import styles from './ResultTable.module.css';
import { ResultRow } from './ResultRow.tsx';
import { TableHead } from './TableHead.tsx';
import { splitsDialog } from './splits-dialog.ts';
import { TABLE, ROW_GROUP } from '#client/ui/table-roles.ts';
import { type ResultsTab, mixesEvents } from '#shared/scoring/tabs.ts';
import { describeUnprinted, usePrintedMs } from '#client/ui/use-printed-range.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useMedia } from '#client/ui/use-media.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { LiveField } from '#shared/forecast/live-order.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';

export interface ResultListProps {
  readonly tab: ResultsTab;
  readonly rows: TabRows;
  readonly standings: Standings;
  /** The runners on course in the race of the tab; undefined for a special tab. */
  readonly live: LiveField | undefined;
  readonly config: RaceConfig;
  /** The search text, or empty. Another search is another list, which starts at the top. */
  readonly listKey: string;
  /** The field in which places are counted: everyone, or the runners of the filter. */
  readonly ranked: Standings;
  /** Whether these are all of one category. */
  readonly isCategory: boolean;
  /** Undefined when rows do not open. */
  readonly onOpen: ((runnerId: string) => void) | undefined;
  /** See {@link useRowFocus}. */
  readonly focusRef: RefObject<string | undefined>;
}

const HEADING_KEY = 'on-course';

const ROW_REM = { wide: 2.85, narrow: 3.6 };

/** From this width on each stage has a column. */
const SPREAD = '(min-width: 80rem)';
/** More columns, as on a course of many laps, would leave no room for the name. */
const MOST_STAGES = 5;

/**
 * The rows of a tab in two tables, the lower one for runners on course. Only rows near the screen are rendered: one
 * virtual list measures both tables and the heading between them, and padding replaces the other rows.
 */
export function ResultList(props: ResultListProps): ReactNode {
  const {
    tab,
    rows,
    standings,
    live,
    config,
    listKey,
    ranked: among,
    isCategory,
    onOpen,
    focusRef,
  } = props;
  const texts = useTexts();
  const { common, results, printed } = texts;
  const { ranked, onCourse } = rows;
  const count = ranked.length + (onCourse.length > 0 ? onCourse.length + 1 : 0);
  const list = useRef<HTMLDivElement>(null);
  const { rangeExtractor, onFocus, onBlur } = useRowFocus(list, rows, focusRef);
  const { items, all, measureRow, topPx, bottomPx } = useVirtualRows({
    list,
    rows: useMemo(() => ({ count, at: (index) => findRowAt(rows, index) }), [rows, count]),
    keyOf: useCallback((index: number) => findRowAt(rows, index)?.runnerId ?? HEADING_KEY, [rows]),
    listKey,
    narrow: '(max-width: 47.99rem)',
    rowRem: ROW_REM,
    rangeExtractor,
  });
  useEffect(() => {
    if (onOpen) whenIdle(splitsDialog.preload);
  }, [onOpen]);

  // The server always renders the columns; styles hide them where there is no room.
  const isWide = useMedia(SPREAD, true);
  const stages = tab.kind === 'event' ? standings.courses.stagesOf(tab.code).length : 0;
  // Not on paper, which is narrower: the media query alone would remove them only after pagination.
  const isPrinted = usePrintedMs() !== undefined;
  const isSpread = isWide && !isPrinted && onOpen !== undefined && stages <= MOST_STAGES;
  const runners = common.runners(onCourse.length);
  const heading = onCourse.length > 0 ? all[ranked.length] : undefined;
  const renderRow = (index: number, rowNumber: number): ReactNode => {
    const result = findRowAt(rows, index);
    return result ? (
      <ResultRow
        measure={measureRow}
        result={result}
        livePlace={live?.placeOf(result.runnerId) ?? null}
        tab={tab}
        config={config}
        isSpread={isSpread}
        index={index}
        rowNumber={rowNumber}
        ranked={among}
        isCategory={isCategory}
        onOpen={onOpen}
      />
    ) : null;
  };

  return (
    // Pointing at the list or tabbing into it preloads the dialog.
    <div
      ref={list}
      className={styles.list}
      style={
        {
          '--splits': stages,
          '--cat-letters': findLongest(standings.courses.categories),
        } as CSSProperties
      }
      onPointerOver={onOpen && splitsDialog.preload}
      onFocus={(event) => {
        onFocus(event);
        if (onOpen) splitsDialog.preload();
      }}
      onBlur={onBlur}
    >
      {ranked.length > 0 ? (
        <table
          className={table.table}
          data-category={mixesEvents(tab, standings.courses) ? 'race' : 'age'}
          data-splits={isSpread || undefined}
          {...TABLE}
          aria-label={tab.label}
          aria-rowcount={ranked.length + 1}
        >
          <TableHead tab={tab} config={config} isSpread={isSpread} />
          <VirtualBody
            items={items.filter((item) => item.index < ranked.length)}
            first={0}
            topPx={topPx}
            bottomPx={heading?.start ?? bottomPx}
            renderRow={renderRow}
          />
        </table>
      ) : null}
      {heading ? (
        <>
          <div
            ref={measureRow}
            data-index={ranked.length}
            data-list-start={ranked.length === 0 ? '' : undefined}
            className={styles.heading}
          >
            <h2 id="on-course">{results.onCourse}</h2>
            <p>{listKey === '' ? results.furthestFirst(runners) : results.found(runners)}</p>
          </div>
          <table
            className={table.table}
            data-splits={isSpread || undefined}
            {...TABLE}
            aria-labelledby="on-course"
            aria-rowcount={onCourse.length + 1}
          >
            <TableHead tab={tab} config={config} isSpread={isSpread} />
            <VirtualBody
              items={items.filter((item) => item.index > ranked.length)}
              first={ranked.length + 1}
              topPx={heading.end}
              bottomPx={bottomPx}
              renderRow={renderRow}
            />
          </table>
        </>
      ) : null}
      <p className="printed">{describeUnprinted(count, printed)}</p>
    </div>
  );
}

function findLongest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

interface VirtualBodyProps {
  /** The rendered rows of this table, with their positions on the page. */
  readonly items: readonly VirtualItem[];
  /** The list index of the table's first row. */
  readonly first: number;
  /** Where all rows of the table begin and end on the page. */
  readonly topPx: number;
  readonly bottomPx: number;
  /** `rowNumber` counts within the table; the header is row 1. */
  readonly renderRow: (index: number, rowNumber: number) => ReactNode;
}

/** The rows near the screen; padding above and below replaces the others. */
export function VirtualBody(props: VirtualBodyProps): ReactNode {
  const { items, first, topPx, bottomPx, renderRow } = props;
  const start = items[0]?.start ?? topPx;
  const end = items.at(-1)?.end ?? topPx;
  return (
    <tbody
      className={`${table.body} ${styles.body} block`}
      {...ROW_GROUP}
      data-list-start={first === 0 ? '' : undefined}
      style={{
        paddingTop: Math.max(0, start - topPx),
        paddingBottom: Math.max(0, bottomPx - end),
      }}
    >
      {items.map((item, position) => {
        const { index, key } = item;
        // The focused row stays rendered, however far it is from the others.
        const gapPx = item.start - (items[position - 1]?.end ?? item.start);
        return (
          <Fragment key={String(key)}>
            {gapPx > 0 ? (
              <tr aria-hidden="true" style={{ display: 'block', height: gapPx }} />
            ) : null}
            {renderRow(index, index - first + 2)}
          </Fragment>
        );
      })}
    </tbody>
  );
}
