import type { CalledRunner, ExpectedTimes } from '#shared/control/roll-call.ts';
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

import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { describeContradiction } from '#client/organisers/rollcall/describe-called.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { useMay } from '#client/organisers/session/use-session.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { describeUnprinted } from '#client/ui/use-printed-range.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import virtual from '#client/ui/VirtualTable.module.css';
import { RunnerFacts } from './RunnerFacts.tsx';
import { RunnerPanel } from './RunnerPanel.tsx';
import { COLUMNS, type Columns, GRIDS, RunnerRow } from './RunnerRow.tsx';
import { listActions } from './use-actions.ts';
import { stepRow } from './use-list-focus.ts';
import { useWorkspace } from './use-workspace.ts';

export interface RowFacts {
  readonly byId: ReadonlyMap<string, CalledRunner>;
  readonly times: ExpectedTimes;
  readonly isNamingState: boolean;
}

export interface RunnersTableProps {
  readonly columns: Columns;
  readonly label: string;
  readonly rows: readonly AdminRunner[];
  /** Identifies the list: another search is another list. */
  readonly listKey?: string;
  /** The runner that Enter in the filter opens. */
  readonly bestId?: string | undefined;
  readonly facts?: RowFacts;
  /** A press opens the panel without the form. */
  readonly opensCard?: boolean;
  /** Hidden if the heads are above another table. */
  readonly isHeadHidden?: boolean;
  /** Returns to the finder from the first row, from a form not opened at its row, and by a digit, which begins the next bib. */
  readonly onFind?: (() => void) | undefined;
}

const LEFT: ReadonlySet<string> = new Set(['First name', 'Last name', 'Last seen']);
const ROW_REM = { wide: 2.75, narrow: 3.5 };

/**
 * The runners, one of them as an open panel. Only the panel and the rows near the screen are rendered. Arrows go from row
 * to row, and the keys of actions act on the focused one.
 */
export function RunnersTable(props: RunnersTableProps): ReactNode {
  const { columns, label, rows, listKey = '', bestId, facts, opensCard = false, onFind } = props;
  const { forms, clock, actions, callOf } = useWorkspace();
  const may = useMay();
  const { byId } = useLists();
  const { printed } = useTexts();
  const { config } = clock;
  const heads = COLUMNS[columns];
  const table = useRef<HTMLTableElement>(null);
  const widths = useMemo(() => measureColumns(rows, columns), [rows, columns]);
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
  /** A contradiction of the status, unless the facts show it. */
  const warnOf = (runner: AdminRunner): string | undefined => {
    const called = facts ? undefined : callOf(runner);
    return called?.contradiction && describeContradiction(called, clock);
  };
  const goBack = (): void => {
    if (!inline?.isFromRow) onFind?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
    if (!row || row.hasAttribute('data-editor')) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const list = table.current?.closest<HTMLElement>('[data-lists]') ?? table.current;
      const isThere = stepRow(list, row, key === 'ArrowDown' ? 1 : -1);
      if (!isThere && key === 'ArrowUp') onFind?.();
      return;
    }
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (/^\d$/.test(key) && !isModified) {
      // The browser then types the digit into the finder.
      onFind?.();
      return;
    }
    const runner = byId.get(row.dataset['runnerId'] ?? '');
    const called = runner && callOf(runner);
    if (!called || isModified || (target as Element).closest('dialog')) return;
    // A slip is printed from the panel.
    const wanted = listActions(called, may).find((each) => each === key.toLowerCase());
    if (wanted === undefined || wanted === 'p') return;
    event.preventDefault();
    actions.act(called, wanted);
  };

  return (
    <div className="@container/screen">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={table}
        className={virtual.table}
        style={widths}
        {...TABLE}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
      >
        <thead
          className={`${virtual.head} z-2 not-print:sticky not-print:top-[var(--toolbar,0px)] ${columns === 'called' ? 'not-print:phone:hidden' : ''} ${props.isHeadHidden ? 'visually-hidden' : ''}`}
          {...ROW_GROUP}
        >
          <tr
            className={`${virtual.columns} min-h-9 text-[1rem] not-print:phone:grid-cols-[44%_minmax(0,1fr)] not-print:phone:gap-x-[0.9em] not-print:phone:px-2.5 ${GRIDS[columns]}`}
            {...ROW}
          >
            {heads.map((column) => (
              <th
                key={column}
                className={`text-xs not-print:p-0 ${LEFT.has(column) || (columns === 'called' && column === 'Bib') ? 'text-left' : 'text-center'} ${column.endsWith('name') ? '' : 'not-print:phone:sr-only'}`}
                {...COLUMN_HEADER}
              >
                {column}
              </th>
            ))}
            <td className="visually-hidden unprinted" {...CELL}>
              Entered in
            </td>
            <td className="unprinted phone:sr-only" {...CELL}>
              <span className="visually-hidden">Open</span>
            </td>
            {columns === 'called' ? (
              <td className="hidden print:before:content-['Here']" {...CELL} />
            ) : null}
          </tr>
        </thead>
        <tbody className={`${virtual.body} not-print:flow-root`} {...ROW_GROUP} data-list-start="">
          {items.map(({ index, start }, place) => {
            const row = rows[index];
            if (!row) return null;
            const { runnerId } = row;
            // As known now, even while the rows are held.
            const runner = byId.get(runnerId) ?? row;
            const called = facts?.byId.get(runnerId);
            const frame = {
              ref: measureRow,
              'data-index': index,
              'aria-rowindex': index + 2,
              // The height of the rows that are not rendered.
              style: { marginTop: start - (items[place - 1]?.end ?? topPx) },
              ...ROW,
            };
            return inline && runnerId === editedId ? (
              <tr
                key={runnerId}
                {...frame}
                className="block line-above relative scroll-mt-[calc(var(--toolbar,0px)+44px)] scroll-mb-5 border-b border-line bg-raised py-4 pr-4 pl-5 [box-shadow:inset_4px_0_0_var(--accent)] phone:py-3.5 phone:pr-3 phone:pl-4"
                data-editor=""
                data-runner-id={runnerId}
              >
                <td className="block p-0" colSpan={heads.length + 1} {...CELL}>
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
                warning={warnOf(runner)}
                facts={
                  facts && called ? (
                    <RunnerFacts
                      called={called}
                      times={facts.times}
                      isNamingState={facts.isNamingState}
                    />
                  ) : null
                }
                entry={describeEntry(runner, config)}
                verb={may('runners:edit') && !opensCard ? 'Edit' : 'Open'}
                onOpen={() => {
                  forms.setStatus(undefined);
                  forms.open({ runnerId, isFromRow: true, isCard: opensCard });
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

/** How much wider a bold figure may be than the `0` that defines the unit `ch`. */
const BOLD = 1.15;

/** The widths of the narrow columns for all rows, since each row is laid out by itself. */
function measureColumns(rows: readonly AdminRunner[], columns: Columns): CSSProperties {
  const widthOf = (textOf: (runner: AdminRunner) => string, head: string, scale = BOLD): string => {
    const most = rows.reduce((longest, row) => Math.max(longest, textOf(row).length), head.length);
    return `minmax(${most * scale}ch, max-content)`;
  };
  const widths: Readonly<Record<`--${string}`, string>> = {
    '--cat': widthOf(({ category }) => category, 'Cat'),
    '--band': widthOf(({ raceNumber }) => raceNumber, 'none'),
    // Called out in larger letters than the head above them.
    '--bib': widthOf(({ bibNumber }) => bibNumber, 'Bib', columns === 'called' ? 1.5 * BOLD : BOLD),
  };
  return widths;
}

/** The rows near the screen, and the panel. */
function extractRange(range: Range, editedIndex: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (editedIndex === -1 || indexes.includes(editedIndex)) return indexes;
  return [...indexes, editedIndex].toSorted((a, b) => a - b);
}
