import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeUnprinted } from '#client/ui/use-printed-range.ts';
import { findOddFinish } from '../lists/lists.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { describeEntry } from './describe-change.ts';
import { describeTime, useToday } from './describe-last-seen.ts';
import { describeUndone } from './status-message.ts';
import type { Note, RowMark, Seen } from './RunnerRow.tsx';
import { RunnerEditor } from './RunnerEditor.tsx';
import { RunnersTable } from './RunnersTable.tsx';
import styles from './RunnersTable.module.css';
import type { Draft } from './save-draft.ts';
import type { RunnerForms } from './use-runner-forms.ts';

export interface RunnersSectionProps {
  readonly forms: RunnerForms;
  readonly label: string;
  readonly rows: readonly AdminRunner[];
  readonly listKey?: string;
  readonly bestId?: string | undefined;
  /** Where each was last seen, for a table with that column. */
  readonly seenOf?: (runner: AdminRunner) => Seen;
  /** Called before a row becomes a form. */
  readonly onOpening?: (runnerId: string) => void;
  readonly onLeaveTop?: () => void;
  /** The form is finished; `close` removes it. */
  readonly onDone: (close: () => void) => void;
  /** Restores the focus for a form that was not opened from a row; without it the row is focused. */
  readonly onBack?: () => void;
}

export function RunnersSection(props: RunnersSectionProps): ReactNode {
  const { forms, label, rows, listKey = '', bestId, onLeaveTop, onDone, onBack } = props;
  const { isHeldGone, missing } = useLists();
  const config = forms.config ?? DEFAULT_CONFIG;
  const { timeZone } = config;
  const today = useToday(timeZone);
  const list = useRef<HTMLDivElement>(null);
  const { editor } = forms;
  const inline = editor?.isDialog === false ? editor : undefined;
  const editedId = inline?.key;
  const noteOf = (runner: AdminRunner): Note | undefined => {
    const finishMs = findOddFinish(missing, runner);
    if (finishMs === undefined) return undefined;
    const time = describeTime(finishMs, timeZone, today);
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
    const row = list.current?.querySelector(`[data-runner-id="${CSS.escape(runnerId)}"]`);
    if (row && (inline?.origin === 'row' || !onBack)) row.querySelector('button')?.focus();
    else onBack?.();
  };
  return (
    <div ref={list} className={styles.list}>
      <RunnersTable
        label={label}
        rows={rows}
        listKey={listKey}
        editedId={editedId}
        bestId={bestId}
        editorsOf={forms.editorsOf}
        markOf={markOf}
        noteOf={noteOf}
        seenOf={props.seenOf}
        describe={(runner) => describeEntry(runner, config)}
        onOpen={(runnerId) => {
          forms.setStatus(undefined);
          props.onOpening?.(runnerId);
          forms.open({ target: { kind: 'runner', runnerId }, origin: 'row' });
        }}
        {...(onLeaveTop ? { onLeaveTop } : {})}
        renderEditor={(runner) =>
          inline ? (
            <RunnerEditor
              key={runner.runnerId}
              draft={inline}
              runner={runner}
              isGone={isHeldGone}
              others={forms.editorsOf(runner.runnerId)}
              isSaving={markOf(runner.runnerId) === 'saving'}
              config={forms.config}
              openedBy={inline.openedBy}
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
          ) : null
        }
      />
      <p className="printed">{describeUnprinted(rows.length, useTexts().printed)}</p>
    </div>
  );
}
