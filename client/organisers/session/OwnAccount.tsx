import { type ReactNode, useId, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useSessionStore } from './use-session.ts';
import { SecondFactor } from './SecondFactor.tsx';

type Step =
  | { readonly kind: 'closed' }
  | { readonly kind: 'password' | 'codes' }
  | { readonly kind: 'done'; readonly title: string; readonly text: string };

const CLOSED: Step = { kind: 'closed' };

interface OwnAccountProps {
  readonly email: string;
  readonly onSignOut: () => void;
}

export function OwnAccount({ email, onSignOut }: OwnAccountProps): ReactNode {
  const { providerKind } = useSessionStore();
  const titleId = useId();
  const [step, setStep] = useState<Step>(CLOSED);
  const close = (): void => setStep(CLOSED);
  if (providerKind !== 'local') {
    return (
      <span className="ellipsis shrinks max-w-[20rem]" title={email}>
        {email}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className="bare-button ellipsis shrinks touch max-w-[20rem] p-0 text-left text-inherit @max-[41em]/bar:min-w-11"
        aria-label={email}
        title={`${email}: password, code at sign-in`}
        aria-haspopup="dialog"
        onClick={() => setStep({ kind: 'password' })}
      >
        <span className="@max-[41em]/bar:hidden">{email}</span>
        <span
          className="bold hidden w-8 rounded-full bg-[rgb(0_0_0/0.28)] text-center leading-8 uppercase @max-[41em]/bar:inline-block"
          aria-hidden
        >
          {email.slice(0, 1)}
        </span>
      </button>
      {step.kind === 'closed' ? null : (
        <ModalDialog width="question" labelledBy={titleId} onClose={close} isFirm>
          <div className="stack-12">
            <h2 id={titleId} className="bold text-title-l leading-tight">
              {step.kind === 'done' ? step.title : TITLES[step.kind]}
            </h2>
            <AccountStep
              email={email}
              step={step}
              setStep={setStep}
              close={close}
              onSignOut={onSignOut}
            />
          </div>
        </ModalDialog>
      )}
    </>
  );
}

const TITLES = {
  password: 'Change your password',
  codes: 'Code at sign-in',
} as const;

interface AccountStepProps {
  readonly email: string;
  readonly step: Exclude<Step, { readonly kind: 'closed' }>;
  readonly setStep: (step: Step) => void;
  readonly close: () => void;
  readonly onSignOut: () => void;
}

function AccountStep({ email, step, setStep, close, onSignOut }: AccountStepProps): ReactNode {
  const cancel = <Button onClick={close}>Cancel</Button>;
  const finish = (kind: keyof typeof TITLES, text: string): void =>
    setStep({
      kind: 'done',
      title: TITLES[kind],
      text: `${text} All your other screens are signed out.`,
    });
  switch (step.kind) {
    case 'password':
      return (
        <>
          <NewPasswordForm
            email={email}
            currentLabel="Current password"
            onDone={() => finish('password', 'Your password is changed.')}
            others={cancel}
          />
          <Button onClick={() => setStep({ kind: 'codes' })}>Code at sign-in…</Button>
          <Button
            onClick={() => {
              close();
              onSignOut();
            }}
          >
            Sign out
          </Button>
        </>
      );
    case 'codes':
      return <SecondFactor onDone={(text) => finish('codes', text)} others={cancel} />;
    case 'done':
      return (
        <>
          <output>{step.text}</output>
          <Button kind="main" onClick={close}>
            Done
          </Button>
        </>
      );
    default:
      return step satisfies never;
  }
}
