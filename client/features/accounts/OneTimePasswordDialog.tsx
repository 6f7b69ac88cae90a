import type { ReactNode } from 'react';
import { ShownOnceDialog } from '#client/organisers/session/ShownOnceDialog.tsx';
import styles from './Accounts.module.css';
import type { OneTimePassword } from './account-actions.ts';

export interface OneTimePasswordDialogProps extends OneTimePassword {
  readonly onClose: () => void;
}

export function OneTimePasswordDialog(props: OneTimePasswordDialogProps): ReactNode {
  const { email, password, onClose } = props;
  return (
    <ShownOnceDialog
      title={`One-time password for ${email}`}
      secret={password}
      secretClass={styles.password}
      testId="one-time-password"
      onClose={onClose}
    >
      {(shown) => (
        <>
          {shown}
          <p>
            Give it to them now: it is shown this once and cannot be looked up later. They sign in
            with it and then set a password of their own.
          </p>
        </>
      )}
    </ShownOnceDialog>
  );
}
