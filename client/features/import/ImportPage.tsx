import type { ReactNode } from 'react';

import { Backups } from './Backups.tsx';
import { ChipFile } from './ChipFile.tsx';
import { ImportForm } from './ImportForm.tsx';

export function ImportPage(): ReactNode {
  return (
    <>
      <ImportForm />
      <ChipFile />
      <Backups />
    </>
  );
}
