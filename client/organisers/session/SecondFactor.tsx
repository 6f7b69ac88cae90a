import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QrCode } from '#client/ui/QrCode.tsx';
import type {
  SecondFactorBody,
  SecondFactorOffBody,
  SecondFactorSecret,
  SignedIn,
} from '#shared/wire/auth-api.ts';
import { FetchState } from '../calls/FetchState.tsx';
import { CodeField, PasswordField, SessionForm, useSessionForm } from './session-form.tsx';
import { useCalls, useSessionStore } from './use-session.ts';

interface SecondFactorProps {
  /** Called with a sentence about how the organiser signs in from now on. */
  readonly onDone: (text: string) => void;
  readonly others: ReactNode;
}

/** Turns codes of an authenticator app on or off for the organiser's own sign-in. */
export function SecondFactor(props: SecondFactorProps): ReactNode {
  const calls = useCalls();
  const query = useQuery({
    queryKey: ['own-account'],
    queryFn: () => calls.get<SignedIn>('/auth/me'),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!query.data) return <FetchState what="Your account" queries={[query]} />;
  return query.data.asksForCode ? <TurnOff {...props} /> : <TurnOn {...props} />;
}

/** Shows a secret for the authenticator app, and asks for its code. */
function TurnOn({ onDone, others }: SecondFactorProps): ReactNode {
  const calls = useCalls();
  const session = useSessionStore();
  // Fetched once: the app has this secret.
  const query = useQuery({
    queryKey: ['new-second-factor'],
    queryFn: () => calls.send<SecondFactorSecret>('POST', '/auth/second-factor/secret'),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!query.data) return <FetchState what="A new secret" queries={[query]} />;
  const { secret, uri } = query.data;
  const send = async (proof: SecondFactorOffBody): Promise<void> => {
    const body: SecondFactorBody = { ...proof, secret };
    await session.sendProof('/auth/second-factor', body);
    onDone('Your sign-in now asks for a code.');
  };
  return (
    <div className="stack-12">
      <p>Scan this with an authenticator app, then type the code that it shows.</p>
      <div className="row gap-3.5">
        <QrCode
          className="size-[184px] flex-none rounded-md"
          text={uri}
          label="QR code for an authenticator app"
        />
        <div className="stack-8 flex-[1_1_10rem] text-m">
          <p>
            <a href={uri}>Open it in an app on this device</a>, or type this into the app:
          </p>
          <code className="secret p-3" data-testid="second-factor-secret">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </div>
      </div>
      <ProofForm label="Turn on sign-in codes" send={send} others={others} />
    </div>
  );
}

function TurnOff({ onDone, others }: SecondFactorProps): ReactNode {
  const session = useSessionStore();
  const send = async (proof: SecondFactorOffBody): Promise<void> => {
    await session.sendProof('/auth/second-factor/off', proof);
    onDone('You now sign in with your password alone.');
  };
  return (
    <div className="stack-12">
      <p>Your sign-in asks for a code of your authenticator app.</p>
      <ProofForm label="Turn off sign-in codes" send={send} others={others} />
    </div>
  );
}

interface ProofFormProps {
  readonly label: string;
  /** Rejects with the message to show. */
  readonly send: (proof: SecondFactorOffBody) => Promise<void>;
  readonly others: ReactNode;
}

/** The password and a code, both required to change the sign-in. */
function ProofForm({ label, send, others }: ProofFormProps): ReactNode {
  const { field, frame } = useSessionForm<SecondFactorOffBody>({ password: '', code: '' }, send);
  return (
    <SessionForm submitLabel={label} busyLabel="One moment…" {...frame} others={others}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('password', 'Enter your current password.')}
      />
      <CodeField {...field('code', 'Enter the code.')} />
    </SessionForm>
  );
}
