import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { Navigate, useSearchParams } from 'react-router-dom';
import { SessionCard } from '#client/organisers/session/SessionCard.tsx';
import { useSession, useSessionStore } from '#client/organisers/session/use-session.ts';
import { Field } from '#client/ui/Field.tsx';
import {
  PasswordField,
  SessionForm,
  useSignInForm,
} from '#client/organisers/session/session-form.tsx';
import { ORGANISERS_SCREENS, findScreen } from '#shared/wire/screens.ts';

const HOME = ORGANISERS_SCREENS.registration;

/** The path to open after signing in, from `?next=`. Addresses of other hosts, from forged links, lead to the first screen. */
export function parseNext(next: string | null, origin: string): string {
  if (next === null || !URL.canParse(next, origin)) return HOME;
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  // Two leading slashes would name another host.
  const isHere = url.origin === origin && !path.startsWith('//');
  return isHere && findScreen(url.pathname)?.name !== 'login' ? path : HOME;
}

function LoginForm(): ReactNode {
  const store = useSessionStore();
  const session = useSession();
  const { field, frame, codeField } = useSignInForm('', 'email', (email, password, code) =>
    store.signIn(email.trim(), password, code),
  );
  // In this order the first invalid field gets the focus.
  const email = field('email', 'Enter your e-mail address.');
  const password = field('password', 'Enter your password.');
  const loading = session.kind === 'loading' ? session.problem : undefined;

  return (
    <SessionForm
      submitLabel="Log in"
      busyLabel="Logging in…"
      {...frame}
      problem={frame.problem ?? loading}
    >
      <Field label="Email" error={email.error}>
        {(control) => (
          <input
            {...control}
            {...email.registration}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
        )}
      </Field>
      <PasswordField label="Password" autoComplete="current-password" {...password} />
      {codeField}
    </SessionForm>
  );
}

export function LoginPage(): ReactNode {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.kind === 'signed-in') {
    return <Navigate to={parseNext(search.get('next'), location.origin)} replace />;
  }
  return (
    <SessionCard title="Login">
      <p>Enter the username and password provided by the team.</p>
      <LoginForm />
      <p>
        <Link to="/">To the results</Link>
      </p>
    </SessionCard>
  );
}
