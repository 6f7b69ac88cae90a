import type { ReactNode } from 'react';
import { useId, useState } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import styles from './SessionCard.module.css';
import { useSessionStore } from './use-session.ts';

export interface OwnPasswordProps {
  readonly email: string;
  readonly className: string | undefined;
}

/** The address one is signed in by; where the accounts are kept here it leads to another password. */
export function OwnPassword({ email, className }: OwnPasswordProps): ReactNode {
  const { providerKind } = useSessionStore();
  const titleId = useId();
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
  const close = (): void => {
    setState('closed');
  };
  if (providerKind !== 'local') {
    return (
      <span className={className} title={email}>
        {email}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={className}
        title={`${email}: change the password`}
        aria-haspopup="dialog"
        onClick={() => {
          setState('open');
        }}
      >
        {email}
      </button>
      {state === 'closed' ? null : (
        <ModalDialog width="question" labelledBy={titleId} onClose={close} isFirm>
          <div className={styles.inDialog}>
            <h2 id={titleId} className={styles.title}>
              Change your password
            </h2>
            {state === 'done' ? (
              <>
                <output>The password is changed. Every other screen of yours is signed out.</output>
                <Button kind="main" onClick={close}>
                  Done
                </Button>
              </>
            ) : (
              <NewPasswordForm
                email={email}
                presentLabel="Present password"
                onDone={() => {
                  setState('done');
                }}
                others={<Button onClick={close}>Cancel</Button>}
              />
            )}
          </div>
        </ModalDialog>
      )}
    </>
  );
}
