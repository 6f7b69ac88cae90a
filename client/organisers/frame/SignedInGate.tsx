import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { useLocation } from 'react-router-dom';
import { useSession, useMay, useOrganiser, useSessionStore } from '../session/use-session.ts';
import { ScreenHead } from './ScreenHead.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { Button } from '#client/ui/Button.tsx';
import { NewPasswordForm } from '../session/NewPasswordForm.tsx';
import { SessionCard } from '../session/SessionCard.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { findOpenScreen } from '#client/ui/organisers-screens.ts';
import { ROLE_NAMES } from '../texts/role-names.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

/** The heading of a screen that needs a right, and a notice for a role without it. Other screens render their own heading. */
export function ScreenGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { role } = useOrganiser();
  const may = useMay();
  const screen = findOpenScreen(useLocation().pathname);
  if (!screen?.needs) return children;
  return (
    <>
      <ScreenHead screen={screen} />
      {may(screen.needs) ? (
        children
      ) : (
        <Banner kind="notice">
          This screen is not for the role {ROLE_NAMES[role]}. Someone who manages the accounts can
          give you another one.
        </Banner>
      )}
    </>
  );
}

function NewPasswordPage({ typed }: { readonly typed: string | undefined }): ReactNode {
  const { email } = useOrganiser();
  const session = useSessionStore();
  return (
    <SessionCard title="New password">
      <p>You signed in with a one-time password. Set your own password to continue.</p>
      <NewPasswordForm
        email={email}
        currentLabel="One-time password"
        current={typed}
        others={<Button onClick={() => void session.signOut()}>Sign out</Button>}
      />
    </SessionCard>
  );
}

export function SignedInGate({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.kind === 'loading') {
    return (
      <main className="stack-14 min-h-dvh place-content-center justify-items-center p-(--edge) text-center">
        <output>{session.problem ?? 'Loading...'}</output>
      </main>
    );
  }
  if (session.kind === 'signed-out') {
    const next = encodeURIComponent(pathname + search);
    return (
      <main className="stack-14 min-h-dvh place-content-center justify-items-center p-(--edge) text-center">
        <h1>Organisers only</h1>
        <p>Registration, missing runners and settings of this race. Sign in to continue.</p>
        <Link
          className="link tone-accent bold no-underline rounded-md px-[22px]"
          to={`${ORGANISERS_SCREENS.login}?next=${next}`}
        >
          Login
        </Link>
      </main>
    );
  }
  if (session.kind === 'signed-in' && session.mustChangePassword) {
    return <NewPasswordPage typed={session.oneTimePassword} />;
  }
  return (
    <>
      {children}
      {session.kind === 'ended' ? <SignInAgain session={session} /> : null}
    </>
  );
}
