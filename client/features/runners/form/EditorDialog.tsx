import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { type ReactNode, useId } from 'react';

import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import styles from './RunnerEditor.module.css';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { describeUndone } from './status-message.ts';
import { RunnerEditor } from './RunnerEditor.tsx';
import type { RunnerForms } from './use-runner-forms.ts';
import type { EditorTarget } from './use-editor.ts';

export interface EditorDialogProps {
  readonly forms: RunnerForms;
  /** The form is finished; `close` removes it. */
  readonly onDone: (close: () => void) => void;
  readonly children?: ReactNode;
}

/** The form as a dialog: for a new runner, or for one who is given a scanned band. */
export function EditorDialog({ forms, onDone, children }: EditorDialogProps): ReactNode {
  const titleId = useId();
  const { isHeldGone } = useLists();
  const { editor, edited, config } = forms;
  if (!editor?.isDialog) return null;
  const { target } = editor;
  const isNew = target.kind === 'new';
  if (!isNew && !edited) return null;
  const runner = isNew ? undefined : edited;

  return (
    <ModalDialog width="form" labelledBy={titleId} onClose={forms.leave} isFirm>
      <h2 id={titleId} className={styles.title}>
        {describeForm(target, runner)}
      </h2>
      {children}
      <RunnerEditor
        key={editor.key}
        draft={editor}
        at={editor.at}
        runner={runner}
        isGone={!isNew && isHeldGone}
        others={runner ? forms.editorsOf(runner.runnerId) : []}
        isSaving={forms.saving.some(({ key }) => key === editor.key)}
        config={config}
        isWarned={forms.isWarned}
        onTyped={forms.onTyped}
        mayGo={forms.mayGo}
        onCancel={forms.close}
        onSubmit={(values, options) => onDone(() => forms.submit(values, options))}
        onUndone={() => {
          onDone(() => {
            forms.setStatus({ text: describeUndone(editor.values) });
            forms.close();
          });
        }}
      />
    </ModalDialog>
  );
}

function describeForm(target: EditorTarget, runner: AdminRunner | undefined): string {
  const band = target.kind === 'new' ? target.filled.raceNumber : target.band;
  if (!runner) return `New runner${band === undefined ? '' : ` with band ${band}`}`;
  const name = nameRunner(runner);
  return band === undefined ? `Edit ${name}` : `Give band ${band} to ${name}`;
}
