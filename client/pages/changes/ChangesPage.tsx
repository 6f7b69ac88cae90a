import type { ReactNode } from 'react';

import { AdminsOnly } from '../../organisers/frame/AdminsOnly.tsx';
import { ScreenHead } from '../../organisers/frame/ScreenHead.tsx';
import { Changes } from './Changes.tsx';

/** Who did what: for admins alone. */
export function ChangesPage(): ReactNode {
  return (
    <>
      <ScreenHead title="Changes" />
      <AdminsOnly>
        <Changes />
      </AdminsOnly>
    </>
  );
}
