import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { describeRefusal, undoLastChange } from '#client/organisers/runners/runner-calls.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { describeUndo, type ListedChange } from './find-changes.ts';

export interface UndoDialogProps {
  readonly change: ListedChange;
  /** It is done, and the sentence that says so. */
  readonly onUndone: (done: string) => void;
  readonly onClose: () => void;
}

/** Asks before a change of a runner is taken back, and says why when it cannot be. */
export function UndoDialog({ change, onUndone, onClose }: UndoDialogProps): ReactNode {
  const calls = useCalls();
  const { title, consequence, confirmLabel, kind, done } = describeUndo(change);
  const { runnerId, version, by } = change.entry;
  const undo = useMutation<SaveRunnerReply>({
    mutationFn: () => undoLastChange(calls, runnerId ?? '', version),
    onSuccess: ({ result }) => {
      if (result === 'Success') onUndone(done);
    },
  });
  const problem = undo.error ? messageOf(undo.error) : undo.data && describeRefusal(undo.data);
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      kind={kind}
      isBusy={undo.isPending}
      onConfirm={() => {
        undo.mutate();
      }}
      onCancel={onClose}
    >
      <p>
        {change.lines.join('; ')}, by {by}.
      </p>
      <p>{consequence}</p>
      {problem === undefined ? null : <Banner kind="alert">{problem}</Banner>}
    </ConfirmDialog>
  );
}
