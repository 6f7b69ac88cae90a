import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { useOrganiser } from '../session/use-session.ts';

/** Shows a screen to organisers with all rights, and to the others why not. */
export function AdminsOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const { role } = useOrganiser();
  if (role === 'admin') return children;
  return (
    <Banner kind="notice">
      This screen needs an organiser with all rights. You may register runners and see who is
      missing.
    </Banner>
  );
}
