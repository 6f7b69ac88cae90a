import { type ReactNode, useId } from 'react';

import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { RunnerEditor } from './form/RunnerEditor.tsx';
import type { EditorTarget } from './form/use-editor.ts';
import { RunnerPanel } from './RunnerPanel.tsx';
import { useWorkspace } from './use-workspace.ts';

/** The form as a dialog: for a new runner, one who is given a scanned band, or one without a row here. */
export function EditorDialog({ children }: { readonly children?: ReactNode }): ReactNode {
  const titleId = useId();
  const { forms } = useWorkspace();
  const { editor, edited } = forms;
  if (!editor?.isDialog) return null;
  const { target } = editor;
  if (target.kind === 'runner' && !edited) return null;
  const runner = target.kind === 'new' ? undefined : edited;
  return (
    <ModalDialog width="form" labelledBy={titleId} onClose={forms.leave} isFirm>
      <h2 id={titleId} className="heading anywhere">
        {describeForm(target, runner)}
      </h2>
      {children}
      {runner ? (
        <RunnerPanel runner={runner} editor={editor} onClose={forms.close} />
      ) : (
        <RunnerEditor key={editor.key} draft={editor} onCancel={forms.close} />
      )}
    </ModalDialog>
  );
}

function describeForm(target: EditorTarget, runner: AdminRunner | undefined): string {
  const band = target.kind === 'new' ? target.filled.raceNumber : target.band;
  if (!runner) return `New runner${band === undefined ? '' : ` with band ${band}`}`;
  const name = nameRunner(runner);
  return band === undefined ? `Edit ${name}` : `Give band ${band} to ${name}`;
}
