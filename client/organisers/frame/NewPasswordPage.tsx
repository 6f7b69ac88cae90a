import type { ReactNode } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { NewPasswordForm } from '../session/NewPasswordForm.tsx';
import { SessionCard } from '../session/SessionCard.tsx';
import { useOrganiser, useSessionStore } from '../session/use-session.ts';

/** Asks for a password of one's own in place of the one-time password. */
export function NewPasswordPage(): ReactNode {
  const { email } = useOrganiser();
  const session = useSessionStore();
  return (
    <SessionCard title="New password">
      <p>You signed in with a one-time password. Set one of your own, and on you go.</p>
      <NewPasswordForm
        email={email}
        presentLabel="One-time password"
        others={<Button onClick={() => void session.signOut()}>Sign out</Button>}
      />
    </SessionCard>
  );
}
