import { type ReactNode, useEffect, useState } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Banner } from '#client/ui/Banner.tsx';
import { StrayReads } from '#client/organisers/frame/StrayReads.tsx';
import { canKeepToken } from '#client/organisers/session/kept-token.ts';
import { SessionCard } from '#client/organisers/session/SessionCard.tsx';
import { useSession, useSessionStore } from '#client/organisers/session/use-session.ts';
import { useForm } from 'react-hook-form';
import { Field } from '#client/ui/Field.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import {
  asksForCode,
  findFieldFault,
  isSignInRefused,
} from '#client/organisers/session/code-question.ts';
import { CodeField } from '#client/organisers/session/CodeField.tsx';
import { PasswordField } from '#client/organisers/session/PasswordField.tsx';
import { SessionForm } from '#client/organisers/session/SessionForm.tsx';
import { ORGANISERS_SCREENS, findScreen } from '#shared/wire/screens.ts';

const HOME = ORGANISERS_SCREENS.registration;

/**
 * Where to go after signing in: an address of this page, as the gate writes it
 * into `?next=`. Anything else, which somebody may have put into a link, gives
 * the first screen.
 */
export function parseNext(next: string | null, origin: string): string {
  if (next === null || !URL.canParse(next, origin)) return HOME;
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  // Two slashes in front would name another host.
  const isHere = url.origin === origin && !path.startsWith('//');
  return isHere && findScreen(url.pathname)?.name !== 'login' ? path : HOME;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** There once the account asks for it. */
  readonly code?: string;
}

/** E-mail address and password; a failure shows the provider's own message (SCREENS.md SL3). */
function LoginForm(): ReactNode {
  const store = useSessionStore();
  const session = useSession();
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const [needsCode, setNeedsCode] = useState(false);
  const { register, setError, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  // In this order the first field at fault gets the focus.
  const emailField = register('email', { required: 'Enter your e-mail address.' });
  const passwordField = register('password', { required: 'Enter your password.' });
  useEffect(() => {
    setFocus('email');
  }, [setFocus]);
  useEffect(() => {
    if (needsCode) setFocus('code');
  }, [needsCode, setFocus]);

  const signIn = async ({ email, password, code }: Credentials): Promise<void> => {
    try {
      await store.signIn(email.trim(), password, code);
    } catch (error) {
      const isAsked = asksForCode(error);
      if (isAsked || isSignInRefused(error)) setNeedsCode(isAsked);
      const fault = findFieldFault(error, 'code');
      if (!isAsked) {
        setError('root', { message: messageOf(error) });
        setFocus('password', { shouldSelect: true });
      } else if (fault !== undefined) {
        setError('code', { message: fault });
        setFocus('code', { shouldSelect: true });
      }
    }
  };

  return (
    <SessionForm
      submitLabel="Log in"
      busyLabel="Logging in…"
      isBusy={isSubmitting}
      problem={errors.root?.message ?? (session.kind === 'loading' ? session.problem : undefined)}
      onSubmit={form.handleSubmit(signIn)}
    >
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <input
            {...control}
            {...emailField}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        registration={passwordField}
      />
      {needsCode ? (
        <CodeField
          takesRecoveryCode
          error={errors.code?.message}
          registration={register('code', { required: 'Enter the code.', shouldUnregister: true })}
        />
      ) : null}
    </SessionForm>
  );
}

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
