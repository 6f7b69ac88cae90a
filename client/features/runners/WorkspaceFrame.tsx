import { type ReactNode, useId } from 'react';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { RunnerFinder } from './RunnerFinder.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { type Workspace, WorkspaceContext, useWorkspace } from './use-workspace.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { RunnerEditor } from './form/RunnerEditor.tsx';
import { RunnerPanel } from './RunnerPanel.tsx';

export interface WorkspaceFrameProps {
  readonly space: Workspace;
  readonly children: ReactNode;
}

export function WorkspaceFrame({ space, children }: WorkspaceFrameProps): ReactNode {
  const { forms, actions } = space;
  const { asked } = actions;
  return (
    <WorkspaceContext value={space}>
      {children}
      {asked?.kind === 'report' ? <ReportDialog kind={asked.report} called={asked.called} /> : null}
      {asked?.kind === 'decision' ? (
        <DecideDialog kind={asked.decision} called={asked.called} />
      ) : null}
      <LeaveDialog isOn={forms.isUnsaved} />
      <EditorDialog />
    </WorkspaceContext>
  );
}

/** The form of a new runner, of one who is given a scanned band, or of one without a row on this screen. */
function EditorDialog(): ReactNode {
  const titleId = useId();
  const { forms } = useWorkspace();
  const { editor, edited } = forms;
  if (!editor?.isDialog) return null;
  const { runnerId, band } = editor;
  const isNew = runnerId === undefined;
  if (!isNew && !edited) return null;
  const runner = isNew ? undefined : edited;
  return (
    <ModalDialog width="form" labelledBy={titleId} onClose={forms.leave} isFirm>
      <h2 id={titleId} className="heading anywhere">
        {describeForm(runner, band)}
      </h2>
      {isNew && band !== undefined ? (
        <div className="my-3 border-b border-line pb-3.5">
          <RunnerFinder
            label="Give it to an existing runner instead"
            onOpen={(holderId) => forms.swap({ runnerId: holderId, band })}
          />
        </div>
      ) : null}
      {runner ? (
        <RunnerPanel runner={runner} editor={editor} onClose={forms.close} />
      ) : (
        <RunnerEditor key={editor.opening} draft={editor} onCancel={forms.close} />
      )}
    </ModalDialog>
  );
}

function describeForm(runner: AdminRunner | undefined, band: string | undefined): string {
  if (!runner) return `New runner${band === undefined ? '' : ` with band ${band}`}`;
  const name = nameRunner(runner);
  return band === undefined ? `Edit ${name}` : `Give band ${band} to ${name}`;
}
