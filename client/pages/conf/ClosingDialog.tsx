import type { ReactNode } from 'react';

import { Banner } from '../../components/Banner.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { messageOf } from '../../organisers/calls/call-error.ts';
import { useLists } from '../../organisers/lists/use-lists.ts';
import { useSettingsDeed } from './use-settings-deed.ts';

export interface ClosingDialogProps {
  readonly toBeClosed: boolean;
  readonly onClose: () => void;
}

/** Asks before everyone who is still out becomes DNF, or racing again. */
export function ClosingDialog({ toBeClosed, onClose }: ClosingDialogProps): ReactNode {
  const deed = useSettingsDeed({ onSaved: onClose });
  const { missing } = useLists();
  return (
    <ConfirmDialog
      title={toBeClosed ? 'Close the race?' : 'Reopen the race?'}
      confirmLabel={toBeClosed ? 'Close the race' : 'Reopen the race'}
      kind={toBeClosed ? 'danger' : 'main'}
      isBusy={deed.isPending}
      onConfirm={() => {
        deed.mutate({ changes: { closed: toBeClosed }, findObjection: () => undefined });
      }}
      onCancel={onClose}
    >
      {deed.error ? (
        <Banner kind="alert">
          <p>Failed to update web config</p>
          <p>{messageOf(deed.error)}</p>
        </Banner>
      ) : null}
      {toBeClosed ? (
        <>
          <p>
            Everyone who is still racing becomes DNF on the results page at once.{' '}
            {describeOut(missing?.runnerIds.length)}
          </p>
          <p>No scan is lost, late finishers still count, and the race can be reopened.</p>
        </>
      ) : (
        <p>Whoever became DNF because the race was closed shows as racing again.</p>
      )}
    </ConfirmDialog>
  );
}

/** How many are out; `out` is undefined until the list of them is there. */
function describeOut(out: number | undefined): string {
  if (out === undefined) return 'Who is without a finish is not known yet.';
  if (out === 0) return 'Nobody with a wristband is without a finish.';
  return `${out} with a wristband ${out === 1 ? 'has' : 'have'} no finish yet.`;
}
