import type { ReactNode } from 'react';

import { AdminsOnly } from '../../organisers/frame/AdminsOnly.tsx';
import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';
import { Backups } from './Backups.tsx';
import { ImportForm } from './ImportForm.tsx';

/** Reads the runners in from a file, and goes back to how things were before. */
export function ImportPage(): ReactNode {
  return (
    <>
      <ScreenHead title="Import" />
      <AdminsOnly>
        <ImportForm />
        <Backups />
      </AdminsOnly>
    </>
  );
}
