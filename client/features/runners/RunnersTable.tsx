import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
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

import { widestCh } from '#client/ui/column-widths.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { describeUnprinted } from '#client/ui/use-printed-range.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import virtual from '#client/ui/VirtualTable.module.css';
import { findOddFinish } from '#client/organisers/lists/lists.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { describeTime, useToday } from '#client/organisers/runners/describe-last-seen.ts';
import { RunnerEditor } from './form/RunnerEditor.tsx';
import { type Note, type RowMark, RunnerRow, type Seen } from './RunnerRow.tsx';
import styles from './RunnersTable.module.css';
import type { Draft } from './form/save-draft.ts';
import { describeUndone } from './form/status-message.ts';
import type { OpenEditor } from './form/use-editor.ts';
import type { RunnerForms } from './form/use-runner-forms.ts';

export interface RunnersTableProps {
  readonly forms: RunnerForms;
  readonly label: string;
  readonly rows: readonly AdminRunner[];
  /** The search text: another search is another list. */
  readonly listKey?: string;
  /** The runner that Enter in the filter opens. */
  readonly bestId?: string | undefined;
  /** The place where each was last seen; the column is left out without it. */
  readonly seenOf?: (runner: AdminRunner) => Seen;
  /** Called before a row becomes a form. */
  readonly onOpening?: (runnerId: string) => void;
  /** Called for the arrow up on the first row. */
  readonly onLeaveTop?: () => void;
  /** The form is finished; `close` removes it. */
  readonly onDone: (close: () => void) => void;
  /** Restores the focus for a form that was not opened from a row; without it the row is focused. */
  readonly onBack?: () => void;
}

const ROW_REM = { wide: 2.75, narrow: 3.5 };
const COLUMNS = ['First name', 'Last name', 'Cat', 'Band', 'Bib'] as const;
const SEEN_COLUMNS = ['First name', 'Last name', 'Last seen', 'Cat', 'Band', 'Bib'] as const;

/**
 * The runners, one of them as an edit form if that is open. Only rows near the screen exist, and
 * the form, wherever it is.
 */
export function RunnersTable(props: RunnersTableProps): ReactNode {
  const { forms, label, rows, listKey = '', bestId, seenOf, onDone, onBack } = props;
  const { isHeldGone, missing } = useLists();
  const { printed } = useTexts();
  const config = forms.config ?? DEFAULT_CONFIG;
  const today = useToday(config.timeZone);
  const heads = seenOf ? SEEN_COLUMNS : COLUMNS;
  const table = useRef<HTMLTableElement>(null);
  const columns = useMemo(() => measureColumns(rows), [rows]);
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
  const noteOf = (runner: AdminRunner): Note | undefined => {
    const finishMs = findOddFinish(missing, runner);
    if (finishMs === undefined) return undefined;
    const time = describeTime(finishMs, config.timeZone, today);
    return {
      text: `${runner.disqualified ? 'DSQ' : 'DNF'}, but scanned at the finish, ${time}`,
      isWarning: true,
    };
  };
  const markOf = (runnerId: string): RowMark | undefined => {
    const isIt = ({ key }: Draft): boolean => key === runnerId;
    if (forms.saving.some(isIt)) return 'saving';
    return forms.refused.some(isIt) ? 'not saved' : undefined;
  };
  const goBack = (runnerId: string): void => {
    const row = table.current?.querySelector(`[data-runner-id="${CSS.escape(runnerId)}"]`);
    if (row && (inline?.origin === 'row' || !onBack)) row.querySelector('button')?.focus();
    else onBack?.();
  };
  const renderEditor = (runner: AdminRunner, draft: OpenEditor): ReactNode => (
    <RunnerEditor
      key={runner.runnerId}
      draft={draft}
      runner={runner}
      isGone={isHeldGone}
      others={forms.editorsOf(runner.runnerId)}
      isSaving={markOf(runner.runnerId) === 'saving'}
      config={forms.config}
      openedBy={draft.openedBy}
      isWarned={forms.isWarned}
      onTyped={forms.onTyped}
      mayGo={forms.mayGo}
      onCancel={() => {
        flushSync(forms.close);
        goBack(runner.runnerId);
      }}
      onEscape={() => {
        if (flushSync(forms.leave)) goBack(runner.runnerId);
      }}
      onSubmit={(values, options) => onDone(() => forms.submit(values, options))}
      onUndone={() => {
        onDone(() => {
          forms.setStatus({ text: describeUndone(runner) });
          forms.close();
        });
      }}
    />
  );

  return (
    <div className={styles.list}>
      {/* The arrows move the focus from one row's button to the next one's. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
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
              <tr key={runnerId} {...frame} className={styles.editor} data-editor="">
                <td colSpan={heads.length + 1} {...CELL}>
                  {renderEditor(runner, inline)}
                </td>
              </tr>
            ) : (
              <RunnerRow
                key={runnerId}
                frame={frame}
                runner={runner}
                isBest={runnerId === bestId}
                editors={forms.editorsOf(runnerId)}
                mark={markOf(runnerId)}
                note={noteOf(runner)}
                seen={seenOf?.(runner)}
                entry={describeEntry(runner, config)}
                onOpen={() => {
                  forms.setStatus(undefined);
                  props.onOpening?.(runnerId);
                  forms.open({ target: { kind: 'runner', runnerId }, origin: 'row' });
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
