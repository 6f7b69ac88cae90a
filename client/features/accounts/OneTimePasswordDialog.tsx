import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { copyText } from '#client/organisers/session/copy-text.ts';
import styles from './Accounts.module.css';
import type { OneTimePassword } from './account-actions.ts';

export interface OneTimePasswordDialogProps extends OneTimePassword {
  readonly onClose: () => void;
}

/** Shows a one-time password, this once. */
export function OneTimePasswordDialog(props: OneTimePasswordDialogProps): ReactNode {
  const { email, password, onClose } = props;
  const titleId = useId();
  const text = useRef<HTMLElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'new' | 'copied' | 'selected' | 'kept'>('new');
  useEffect(() => {
    copy.current?.focus();
  }, []);

  // Only Done ends it: a slip of a finger would lose what cannot be looked up.
  const stay = (): void => {
    setState('kept');
  };
  const copyPassword = async (): Promise<void> => {
    if (text.current) setState((await copyText(password, text.current)) ? 'copied' : 'selected');
  };

  return (
    <ModalDialog width="question" labelledBy={titleId} onClose={stay} isFirm>
      <div className="stack-12">
        <h2 id={titleId} className="heading anywhere">
          One-time password for {email}
        </h2>
        <p>
          <code ref={text} className={styles.password} data-testid="one-time-password">
            {password}
          </code>
        </p>
        <p>
          Give it to them now: it is shown this once and cannot be looked up later. They sign in
          with it and then set a password of their own.
        </p>
        <DialogButtons>
          <output className="fills text-s muted">{NOTES[state]}</output>
          <Button ref={copy} onClick={() => void copyPassword()}>
            Copy
          </Button>
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </DialogButtons>
      </div>
    </ModalDialog>
  );
}

const NOTES = {
  new: '',
  kept: 'Press Done when you have passed it on.',
  copied: 'Copied.',
  selected: 'Selected: copy it with Ctrl C or ⌘ C.',
} as const;
