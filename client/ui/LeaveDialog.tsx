import type { ReactNode } from 'react';

import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

/** While it `isOn`, asks before what is typed is left behind. */
export function LeaveDialog({ isOn }: { readonly isOn: boolean }): ReactNode {
  const leaving = useLeaveGuard(isOn);
  if (!leaving) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave and lose the changes"
      kind="danger"
      isPassedByBack
      onConfirm={leaving.go}
      onCancel={leaving.stay}
    >
      <p>What you changed here is not saved yet. Cancel goes back to it.</p>
    </ConfirmDialog>
  );
}
