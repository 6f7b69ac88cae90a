import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons } from '#client/ui/DialogButtons.tsx';
import { useSessionStore } from '../session/use-session.ts';

/** Asks before what was typed goes with the screen. */
export function LeaveScreen({ onStay }: { readonly onStay: () => void }): ReactNode {
  const session = useSessionStore();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    stay.current?.focus();
  }, []);
  return (
    <>
      <Banner kind="alert">What you typed and did not save will be gone.</Banner>
      <p>Sign out to hand this browser to somebody else, who then signs in as themselves.</p>
      <DialogButtons>
        <Button ref={stay} onClick={onStay}>
          Stay
        </Button>
        <Button kind="danger" onClick={() => void session.signOut()}>
          Sign out
        </Button>
      </DialogButtons>
    </>
  );
}
