import { type ReactNode, useId, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useSessionStore } from './use-session.ts';
import { SecondFactor } from './SecondFactor.tsx';

interface OwnAccountProps {
  readonly email: string;
  readonly onSignOut: () => void;
}

export function OwnAccount({ email, onSignOut }: OwnAccountProps): ReactNode {
  const { providerKind } = useSessionStore();
  const titleId = useId();
  const [shown, setShown] = useState<'password' | 'codes'>();
  const [done, setDone] = useState<string>();
  const close = (): void => {
    setShown(undefined);
    setDone(undefined);
  };
  const finish = (text: string): void => setDone(`${text} All your other screens are signed out.`);
  const cancel = <Button onClick={close}>Cancel</Button>;
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
        onClick={() => setShown('password')}
      >
        <span className="@max-[41em]/bar:hidden">{email}</span>
        <span
          className="bold hidden w-8 rounded-full bg-[rgb(0_0_0/0.28)] text-center leading-8 uppercase @max-[41em]/bar:inline-block"
          aria-hidden
        >
          {email.slice(0, 1)}
        </span>
      </button>
      {shown === undefined ? null : (
        <ModalDialog width="question" labelledBy={titleId} onClose={close} isFirm>
          <div className="stack-12">
            <h2 id={titleId} className="bold text-title-l leading-tight">
              {shown === 'password' ? 'Change your password' : 'Code at sign-in'}
            </h2>
            {done !== undefined ? (
              <>
                <output ref={takeFocus} className="outline-none" tabIndex={-1}>
                  {done}
                </output>
                <Button kind="main" onClick={close}>
                  Done
                </Button>
              </>
            ) : shown === 'codes' ? (
              <div ref={takeFocus} className="outline-none" tabIndex={-1}>
                <SecondFactor onDone={finish} others={cancel} />
              </div>
            ) : (
              <>
                <NewPasswordForm
                  email={email}
                  currentLabel="Current password"
                  onDone={() => finish('Your password is changed.')}
                  others={cancel}
                />
                <Button onClick={() => setShown('codes')}>Code at sign-in…</Button>
                <Button
                  onClick={() => {
                    close();
                    onSignOut();
                  }}
                >
                  Sign out
                </Button>
              </>
            )}
          </div>
        </ModalDialog>
      )}
    </>
  );
}

/** The pressed button is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
