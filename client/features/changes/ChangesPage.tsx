import type { ReactNode } from 'react';

import { AdminsOnly } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
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
