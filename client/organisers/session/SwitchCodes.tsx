import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QrCode } from '#client/ui/QrCode.tsx';
import type {
  SecondFactorBody,
  SecondFactorOffBody,
  SecondFactorSecret,
} from '#shared/wire/auth-api.ts';
import { CodeField, PasswordField, SessionForm, useSessionForm } from './session-form.tsx';
import { useCalls, useSessionStore } from './use-session.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

interface ProofFormProps {
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** Rejects with the message to show. */
  readonly send: (proof: SecondFactorOffBody) => Promise<void>;
  readonly others: ReactNode;
}

/** The password and a code, both required to change the sign-in. */
function ProofForm(props: ProofFormProps): ReactNode {
  const { submitLabel, busyLabel, send, others } = props;
  const { field, frame } = useSessionForm<SecondFactorOffBody>({ password: '', code: '' }, send);
  return (
    <SessionForm submitLabel={submitLabel} busyLabel={busyLabel} {...frame} others={others}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('password', 'Enter your current password.')}
      />
      <CodeField {...field('code', 'Enter the code.')} />
    </SessionForm>
  );
}

export interface SwitchCodesOnProps {
  readonly onOn: () => void;
  readonly others: ReactNode;
}

/** Shows a secret for the authenticator app, and asks for its code. */
export function SwitchCodesOn({ onOn, others }: SwitchCodesOnProps): ReactNode {
  const calls = useCalls();
  const session = useSessionStore();
  // Fetched once: the app has this secret.
  const { data, error } = useQuery({
    queryKey: ['new-second-factor'],
    queryFn: () => calls.send<SecondFactorSecret>('POST', '/auth/second-factor/secret'),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error) return <Failure error={error} />;
  if (!data) return <output>Loading...</output>;
  const { secret, uri } = data;
  const send = async (proof: SecondFactorOffBody): Promise<void> => {
    const body: SecondFactorBody = { ...proof, secret };
    await session.sendProof('/auth/second-factor', body);
    onOn();
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
      <ProofForm
        submitLabel="Turn on sign-in codes"
        busyLabel="Turning them on…"
        send={send}
        others={others}
      />
    </div>
  );
}

export interface SwitchCodesOffProps {
  readonly onOff: () => void;
  readonly others: ReactNode;
}

export function SwitchCodesOff({ onOff, others }: SwitchCodesOffProps): ReactNode {
  const session = useSessionStore();
  const send = async (proof: SecondFactorOffBody): Promise<void> => {
    await session.sendProof('/auth/second-factor/off', proof);
    onOff();
  };
  return (
    <ProofForm
      submitLabel="Turn off sign-in codes"
      busyLabel="Turning them off…"
      send={send}
      others={others}
    />
  );
}
