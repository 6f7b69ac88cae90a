import { type ReactNode, Suspense } from 'react';

import { createDeferred } from '#client/ui/deferred.tsx';
import type { SplitsDialogProps } from './SplitsDialog.tsx';

const dialog = createDeferred<SplitsDialogProps>(
  async () => (await import('./SplitsDialog.tsx')).SplitsDialog,
  {
    name: ({ splits }) => splits.part,
    dismiss: ({ onClose }) => onClose(),
  },
);

/** Loads the dialog ahead of the first press. */
export const preloadSplits = dialog.preload;

/** {@link SplitsDialog}, loaded on first use. */
export function SplitsModal(props: SplitsDialogProps): ReactNode {
  return (
    <Suspense>
      <dialog.Component {...props} />
    </Suspense>
  );
}
