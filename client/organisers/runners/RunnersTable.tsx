import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';

import { widestCh } from '#client/ui/column-widths.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import { type Note, type RowMark, RunnerRow, type Seen } from './RunnerRow.tsx';
import virtual from '#client/ui/VirtualTable.module.css';
import styles from './RunnersTable.module.css';

export interface RunnersTableProps {
  readonly label: string;
  readonly rows: readonly AdminRunner[];
  /** The search text: another search is another list. */
  readonly listKey: string;
  readonly editedId: string | undefined;
  /** The runner that Enter in the filter opens. */
  readonly bestId: string | undefined;
  readonly editorsOf: (runnerId: string) => readonly string[];
  /** The state of a runner's form while it is not saved. */
  readonly markOf: (runnerId: string) => RowMark | undefined;
  readonly noteOf: (runner: AdminRunner) => Note | undefined;
  /** Where each was last seen, in a column of its own; without it there is none. */
  readonly seenOf?: ((runner: AdminRunner) => Seen) | undefined;
  /** Distinguishes two people with the same name. */
  readonly describe: (runner: AdminRunner) => string;
  readonly onOpen: (runnerId: string) => void;
  /** Called for the arrow up on the first row. */
  readonly onLeaveTop?: () => void;
  readonly renderEditor: (runner: AdminRunner) => ReactNode;
}

const ROW_REM = { wide: 2.75, narrow: 3.5 };
const COLUMNS = ['First name', 'Last name', 'Cat', 'Band', 'Bib'] as const;
const SEEN_COLUMNS = ['First name', 'Last name', 'Last seen', 'Cat', 'Band', 'Bib'] as const;

/**
 * The runners, one of them as an edit form if that is open. Only rows near the screen exist, and
 * the form, wherever it is.
 */
export function RunnersTable(props: RunnersTableProps): ReactNode {
  const { label, rows, listKey, editedId, bestId, editorsOf, noteOf, onOpen, renderEditor } = props;
  const { seenOf } = props;
  const heads = seenOf ? SEEN_COLUMNS : COLUMNS;
  const table = useRef<HTMLTableElement>(null);
  const columns = useMemo(() => measureColumns(rows), [rows]);
  const editedIndex = useMemo(
    () => (editedId === undefined ? -1 : rows.findIndex(({ runnerId }) => runnerId === editedId)),
    [rows, editedId],
  );
  const { items, measureRow, topPx, bottomPx } = useVirtualRows({
    list: table,
    rows: useMemo(() => ({ count: rows.length, at: (index) => rows[index] }), [rows]),
    keyOf: useCallback((index: number) => rows[index]?.runnerId ?? index, [rows]),
    listKey,
    narrow: '(max-width: 40rem)',
    rowRem: ROW_REM,
    rangeExtractor: (range) => extractRange(range, editedIndex),
  });
  useEffect(() => {
    if (editedId === undefined) return;
    table.current?.querySelector('[data-editor]')?.scrollIntoView({ block: 'nearest' });
  }, [editedId]);

  return (
    // The arrows move the focus from one row's button to the next one's.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      ref={table}
      className={`${virtual.table} ${seenOf ? styles.seenTable : ''}`}
      style={columns}
      {...TABLE}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onKeyDown={(event) => moveByArrows(event, props.onLeaveTop)}
    >
      <thead className={`${virtual.head} ${styles.head}`} {...ROW_GROUP}>
        <tr className={`${virtual.columns} ${styles.columns}`} {...ROW}>
          {heads.map((column) => (
            <th
              key={column}
              scope="col"
              className={column === 'Last seen' ? styles.seenHead : undefined}
              {...COLUMN_HEADER}
            >
              {column}
            </th>
          ))}
          <td className="visually-hidden" {...CELL}>
            Entered in
          </td>
          <td {...CELL}>
            <span className="visually-hidden">Edit</span>
          </td>
        </tr>
      </thead>
      <tbody className={`${virtual.body} ${styles.body}`} {...ROW_GROUP} data-list-start="">
        {items.map(({ index, start }, place) => {
          const runner = rows[index];
          if (!runner) return null;
          // The height of the rows that do not exist.
          const gapPx = start - (items[place - 1]?.end ?? topPx);
          const frame = {
            ref: measureRow,
            'data-index': index,
            'aria-rowindex': index + 2,
            style: { marginTop: gapPx },
            ...ROW,
          };
          return runner.runnerId === editedId ? (
            <tr key={runner.runnerId} {...frame} className={styles.editor} data-editor="">
              <td colSpan={heads.length + 2} {...CELL}>
                {renderEditor(runner)}
              </td>
            </tr>
          ) : (
            <RunnerRow
              key={runner.runnerId}
              frame={frame}
              runner={runner}
              isBest={runner.runnerId === bestId}
              editors={editorsOf(runner.runnerId)}
              mark={props.markOf(runner.runnerId)}
              note={noteOf(runner)}
              seen={seenOf?.(runner)}
              entry={props.describe(runner)}
              onOpen={onOpen}
            />
          );
        })}
      </tbody>
      <tfoot
        aria-hidden="true"
        className="block unprinted"
        style={{ height: Math.max(0, bottomPx - (items.at(-1)?.end ?? bottomPx)) }}
      />
    </table>
  );
}

/** The width of each narrow column for all rows, as custom properties in `ch`. */
function measureColumns(rows: readonly AdminRunner[]): CSSProperties {
  const columns: Readonly<Record<`--${string}`, number>> = {
    '--cat-ch': widestCh(rows, ({ category }) => category, 'Cat'),
    '--band-ch': widestCh(rows, ({ raceNumber }) => raceNumber, 'none'),
    '--bib-ch': widestCh(rows, ({ bibNumber }) => bibNumber, 'Bib'),
  };
  return columns;
}

/** The rows near the screen, and the form wherever it is. */
function extractRange(range: Range, editedIndex: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (editedIndex === -1 || indexes.includes(editedIndex)) return indexes;
  return [...indexes, editedIndex].toSorted((a, b) => a - b);
}

/** Arrows up and down between the rows; a form keeps its own arrows. */
function moveByArrows(
  event: KeyboardEvent<HTMLElement>,
  onLeaveTop: (() => void) | undefined,
): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  if (!row || row.hasAttribute('data-editor')) return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (next) next.querySelector<HTMLElement>('button, input:not([type=hidden])')?.focus();
  else if (event.key === 'ArrowUp') onLeaveTop?.();
}
