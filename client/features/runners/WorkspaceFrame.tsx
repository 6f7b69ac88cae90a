import type { ReactNode } from 'react';

import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { EditorDialog } from './EditorDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { type Workspace, WorkspaceContext } from './use-workspace.ts';

export interface WorkspaceFrameProps {
  readonly space: Workspace;
  /** Above the fields of a form in a dialog. */
  readonly beforeForm?: ReactNode;
  readonly children: ReactNode;
}

/** Around a view of the runners: the dialogs that any of them opens. */
export function WorkspaceFrame(props: WorkspaceFrameProps): ReactNode {
  const { space, beforeForm, children } = props;
  const { forms, clock, actions } = space;
  const { asked, ask } = actions;
  return (
    <WorkspaceContext value={space}>
      {children}
      {asked?.kind === 'report' ? (
        <ReportDialog
          kind={asked.report}
          called={asked.called}
          config={clock.config}
          openedMs={clock.nowMs}
          onDone={(report, ref) => actions.finishReport(asked.called, report, ref)}
          onClose={() => ask(undefined)}
        />
      ) : null}
      {asked?.kind === 'decision' ? (
        <DecideDialog
          kind={asked.decision}
          runner={asked.called.runner}
          config={clock.config}
          onDone={(saved) => actions.finishDecision(asked.called, saved)}
          onClose={() => ask(undefined)}
        />
      ) : null}
      <LeaveDialog isOn={forms.isUnsaved} />
      <EditorDialog>{beforeForm}</EditorDialog>
    </WorkspaceContext>
  );
}
