import { type ReactNode, useState } from 'react';

import { ScreenGate } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { Backups } from './Backups.tsx';
import { ImportForm } from './ImportForm.tsx';

/** Reads the runners in from a file, and goes back to how things were before. */
export function ImportPage(): ReactNode {
  // What came of the one is old once the other was done.
  const [latest, setLatest] = useState<'import' | 'restore'>();
  return (
    <>
      <ScreenHead screen={SCREENS.import} />
      <ScreenGate screen={SCREENS.import}>
        <ImportForm
          isLatest={latest === 'import'}
          onImported={() => {
            setLatest('import');
          }}
        />
        <Backups
          isLatest={latest === 'restore'}
          onRestored={() => {
            setLatest('restore');
          }}
        />
      </ScreenGate>
    </>
  );
}
