import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { useSession } from '../session/use-session.ts';
import styles from './SignedInGate.module.css';
import { NewPasswordPage } from './NewPasswordPage.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** Lets organisers through; everyone else sees the way to sign in (SCREENS.md SO1). */
export function SignedInGate({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.kind === 'loading') {
    return (
      <main className={styles.waiting}>
        <output>{session.problem ?? 'Loading...'}</output>
      </main>
    );
  }
  if (session.kind === 'signed-out') {
    return (
      <main className={styles.waiting}>
        <h1>Organisers only</h1>
        <p>Registration, missing runners and settings of this race. Sign in to go on.</p>
        <Link to={`/login?next=${encodeURIComponent(pathname + search)}`}>Login</Link>
      </main>
    );
  }
  if (session.kind === 'signed-in' && session.mustChangePassword) return <NewPasswordPage />;
  return (
    <>
      {children}
      {session.kind === 'ended' ? <SignInAgain session={session} /> : null}
    </>
  );
}
