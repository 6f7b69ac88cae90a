import { createDeferred } from '#client/ui/deferred.tsx';
import type { SplitsDialogProps } from './SplitsDialog.tsx';

export const splitsDialog = createDeferred<SplitsDialogProps>(
  async () => (await import('./SplitsDialog.tsx')).SplitsDialog,
  { fallback: null },
);
