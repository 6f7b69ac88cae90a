import type { ReactNode } from 'react';

import { AdminsOnly } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useSessionStore } from '#client/organisers/session/use-session.ts';
import { Accounts } from './Accounts.tsx';

/** Who may organise the race, and with which rights: for admins alone. */
export function AccountsPage(): ReactNode {
  const { providerKind } = useSessionStore();
  return (
    <>
      <ScreenHead title="Organisers" />
      <AdminsOnly>
        <Accounts isLocal={providerKind === 'local'} />
      </AdminsOnly>
    </>
  );
}
