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
import { flushSync } from 'react-dom';

import { findOddFinish } from '#client/organisers/lists/lists.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { describeTime } from '#client/organisers/runners/describe-last-seen.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { widestCh } from '#client/ui/column-widths.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { describeUnprinted } from '#client/ui/use-printed-range.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import virtual from '#client/ui/VirtualTable.module.css';
import type { Draft } from './form/save-draft.ts';
import { RunnerPanel } from './RunnerPanel.tsx';
import { COLUMNS, type Columns, type RowMark, RunnerRow } from './RunnerRow.tsx';
import styles from './RunnersTable.module.css';
import { listActions } from './use-actions.ts';
import { stepRow } from './use-list-focus.ts';
import { useWorkspace } from './use-workspace.ts';

export interface RunnersTableProps {
  readonly columns: Columns;
  readonly label: string;
  readonly rows: readonly AdminRunner[];
  /** The search text: another search is another list. */
  readonly listKey?: string;
  /** The runner that Enter in the filter opens. */
  readonly bestId?: string | undefined;
  /** Where each was last seen, for the column of that name. */
  readonly factsOf?: (runner: AdminRunner) => ReactNode;
  /** A press opens the panel without the form. */
  readonly opensCard?: boolean;
  /** The heads are above another table. */
  readonly isHeadHidden?: boolean;
  /** Called for the arrow up on the first row. */
  readonly onLeaveTop?: () => void;
  /** Restores the focus for a form that was not opened from a row; without it the row is focused. */
  readonly onBack?: () => void;
}

const ROW_REM = { wide: 2.75, narrow: 3.5 };

/**
 * The runners, one of them as an open panel. Only rows near the screen exist, and the panel, wherever it is. Arrows go
 * from row to row, and the keys of the actions act on the focused one.
 */
export function RunnersTable(props: RunnersTableProps): ReactNode {
  const { columns, label, rows, listKey = '', bestId, factsOf, opensCard = false, onBack } = props;
  const { forms, clock, actions, callOf } = useWorkspace();
  const { missing } = useLists();
  const may = useMay();
  const { printed } = useTexts();
  const { config, today } = clock;
  const heads = COLUMNS[columns];
  const table = useRef<HTMLTableElement>(null);
  const widths = useMemo(() => measureColumns(rows), [rows]);
  const inline = forms.editor?.isDialog === false ? forms.editor : undefined;
  const editedId = inline?.key;
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
  /** That a runner who is out came in all the same, where no other column says so. */
  const warnOf = (runner: AdminRunner): string | undefined => {
    const finishMs = factsOf ? undefined : findOddFinish(missing, runner);
    if (finishMs === undefined) return undefined;
    const time = describeTime(finishMs, config.timeZone, today);
    return `${runner.disqualified ? 'DSQ' : 'DNF'}, but scanned at the finish, ${time}`;
  };
  const markOf = (runnerId: string): RowMark | undefined => {
    const isIt = ({ key }: Draft): boolean => key === runnerId;
    if (forms.saving.some(isIt)) return 'saving';
    return forms.refused.some(isIt) ? 'not saved' : undefined;
  };
  const goBack = (): void => {
    if (inline?.origin !== 'row') onBack?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
    if (!row || row.hasAttribute('data-editor')) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const list = table.current?.closest<HTMLElement>('[data-lists]') ?? table.current;
      const isThere = stepRow(list, row, key === 'ArrowDown' ? 1 : -1);
      if (!isThere && key === 'ArrowUp') props.onLeaveTop?.();
      return;
    }
    const runner = rows[Number(row.dataset['index'])];
    const called = runner && callOf(runner);
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (!called || isModified || (target as Element).closest('dialog')) return;
    // A slip is printed from the panel.
    const wanted = listActions(called, may).find((each) => each === key.toLowerCase());
    if (wanted === undefined || wanted === 'p') return;
    event.preventDefault();
    actions.act(called, wanted);
  };

  return (
    <div className={styles.list}>
      {/* The keys belong to the focused row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={table}
        className={virtual.table}
        data-columns={columns}
        style={widths}
        {...TABLE}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
      >
        <thead
          className={`${virtual.head} ${styles.head} ${props.isHeadHidden ? 'visually-hidden' : ''}`}
          {...ROW_GROUP}
        >
          <tr className={`${virtual.columns} ${styles.columns}`} {...ROW}>
            {heads.map((column) => (
              <th key={column} data-column={column} {...COLUMN_HEADER}>
                {column}
              </th>
            ))}
            <td className="visually-hidden" {...CELL}>
              Entered in
            </td>
            <td {...CELL}>
              <span className="visually-hidden">Open</span>
            </td>
          </tr>
        </thead>
        <tbody className={`${virtual.body} ${styles.body}`} {...ROW_GROUP} data-list-start="">
          {items.map(({ index, start }, place) => {
            const runner = rows[index];
            if (!runner) return null;
            const { runnerId } = runner;
            const frame = {
              ref: measureRow,
              'data-index': index,
              'aria-rowindex': index + 2,
              // The height of the rows that do not exist.
              style: { marginTop: start - (items[place - 1]?.end ?? topPx) },
              ...ROW,
            };
            return inline && runnerId === editedId ? (
              <tr
                key={runnerId}
                {...frame}
                className={styles.editor}
                data-editor=""
                data-runner-id={runnerId}
              >
                <td colSpan={heads.length + 1} {...CELL}>
                  <RunnerPanel
                    runner={runner}
                    editor={inline}
                    onClose={() => {
                      flushSync(forms.close);
                      goBack();
                    }}
                    onEscape={() => {
                      if (flushSync(forms.leave)) goBack();
                    }}
                  />
                </td>
              </tr>
            ) : (
              <RunnerRow
                key={runnerId}
                frame={frame}
                columns={columns}
                runner={runner}
                isBest={runnerId === bestId}
                editors={forms.editorsOf(runnerId)}
                mark={markOf(runnerId)}
                warning={warnOf(runner)}
                facts={factsOf?.(runner)}
                entry={describeEntry(runner, config)}
                verb={may('runners:edit') && !opensCard ? 'Edit' : 'Open'}
                onOpen={() => {
                  forms.setStatus(undefined);
                  const target = { kind: 'runner', runnerId } as const;
                  forms.open({ target, origin: 'row', isCard: opensCard });
                }}
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
      <p className="printed">{describeUnprinted(rows.length, printed)}</p>
    </div>
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
