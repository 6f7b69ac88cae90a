import type { ReactNode } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';

import { Banner } from '#client/ui/Banner.tsx';
import { StrayReads } from '#client/organisers/frame/StrayReads.tsx';
import { canKeepToken } from '#client/organisers/session/kept-token.ts';
import { SessionCard } from '#client/organisers/session/SessionCard.tsx';
import { useSession } from '#client/organisers/session/use-session.ts';
import { LoginForm } from './LoginForm.tsx';
import { parseNext } from './parse-next.ts';

/** Lets an organiser sign in and sends them on (SCREENS.md SL2). */
export function LoginPage(): ReactNode {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.kind === 'signed-in') {
    return <Navigate to={parseNext(search.get('next'), location.origin)} replace />;
  }
  return (
    <SessionCard title="Login">
      <p>Enter the username and password provided by the team.</p>
      {canKeepToken() ? null : (
        <Banner kind="notice">
          This browser keeps nothing for this site, so that you are signed in on this page only and
          until it is reloaded. To stay signed in, allow cookies and site data for {location.host}.
        </Banner>
      )}
      <LoginForm />
      <StrayReads />
      <p>
        <Link to="/">To the results</Link>
      </p>
    </SessionCard>
  );
}
