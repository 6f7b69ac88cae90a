import { type ReactNode, useState } from 'react';

import { Backups } from './Backups.tsx';
import { ChipFile } from './ChipFile.tsx';
import { ImportForm } from './ImportForm.tsx';

export function ImportPage(): ReactNode {
  // An import hides the outcome of an earlier restore, and the reverse.
  const [latest, setLatest] = useState<'import' | 'restore'>();
  return (
    <>
      <ImportForm isLatest={latest === 'import'} onImported={() => setLatest('import')} />
      <ChipFile />
      <Backups isLatest={latest === 'restore'} onRestored={() => setLatest('restore')} />
    </>
  );
}
