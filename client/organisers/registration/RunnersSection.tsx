import type { AdminRunner } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

import { useLists } from '../lists/use-lists.ts';
import { valuesOf } from './editor-values.ts';
import type { EditDone } from './RunnerEditor.tsx';
import { RunnerEditor } from './RunnerEditor.tsx';
import { RunnersTable } from './RunnersTable.tsx';
import type { Desk } from './use-desk.ts';

export interface RunnersSectionProps {
  readonly desk: Desk;
  readonly label: string;
  readonly rows: readonly AdminRunner[];
  readonly listKey?: string;
  readonly bestId?: string | undefined;
  readonly onLeaveTop?: () => void;
  readonly onDone: (done: EditDone) => void;
  /** Where one goes back to who did not come from a row; the row otherwise. */
  readonly onBack?: () => void;
}

/** The table of runners with the row that is a form. */
export function RunnersSection(props: RunnersSectionProps): ReactNode {
  const { desk, label, rows, listKey = '', bestId, onLeaveTop, onDone, onBack } = props;
  const { isHeldGone } = useLists();
  const list = useRef<HTMLDivElement>(null);
  const { editor } = desk;
  const isInline = editor?.target.kind === 'runner' && editor.target.band === undefined;
  const editedId = isInline ? editor.target.runnerId : undefined;
  const goBack = (runnerId: string): void => {
    const row = list.current?.querySelector(`[data-runner-id="${CSS.escape(runnerId)}"]`);
    if (row && (editor?.origin === 'row' || !onBack)) row.querySelector('button')?.focus();
    else onBack?.();
  };
  return (
    <div ref={list}>
      <RunnersTable
        label={label}
        rows={rows}
        listKey={listKey}
        editedId={editedId}
        bestId={bestId}
        editorsOf={desk.editorsOf}
        onOpen={(runnerId) => {
          desk.setNews(undefined);
          desk.open({ target: { kind: 'runner', runnerId }, origin: 'row' });
        }}
        {...(onLeaveTop ? { onLeaveTop } : {})}
        renderEditor={(runner) => (
          <RunnerEditor
            key={runner.runnerId}
            values={valuesOf(runner)}
            runner={runner}
            isGone={isHeldGone}
            others={desk.editorsOf(runner.runnerId)}
            config={desk.config}
            openedBy={editor?.openedBy}
            isWarned={desk.isWarned}
            onTyped={desk.onTyped}
            mayGo={desk.mayGo}
            onCancel={() => {
              flushSync(() => desk.close(editor));
              goBack(runner.runnerId);
            }}
            onEscape={() => {
              if (flushSync(desk.leave)) goBack(runner.runnerId);
            }}
            onDone={onDone}
          />
        )}
      />
    </div>
  );
}
