import type { ReactNode, SubmitEvent } from 'react';
import { useRef } from 'react';

import { Button } from '#client/ui/Button.tsx';
import styles from './UploadForm.module.css';
import { UploadProgress } from './UploadProgress.tsx';

export interface UploadFormProps {
  /** What is to be uploaded, and how. */
  readonly children: ReactNode;
  /** How far an upload is (0 to 1) and what the server does afterwards; undefined when none is under way. */
  readonly underWay: { readonly share: number; readonly afterwards: string } | undefined;
  /** Why the last upload failed, or cannot be begun. */
  readonly problem: ReactNode;
  readonly isDisabled?: boolean;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onCancel: () => void;
}

/** A form that uploads what was chosen in it. */
export function UploadForm(props: UploadFormProps): ReactNode {
  const { children, underWay, problem, isDisabled = false, onSubmit, onCancel } = props;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <form className={styles.card} noValidate onSubmit={onSubmit}>
      {children}
      {underWay ? (
        <UploadProgress
          {...underWay}
          onCancel={() => {
            onCancel();
            // What was pressed goes, and the focus with it.
            button.current?.focus();
          }}
        />
      ) : null}
      {problem}
      <div className={styles.actions}>
        <Button
          ref={button}
          kind="main"
          type="submit"
          disabled={isDisabled}
          isBusy={underWay !== undefined}
        >
          Upload
        </Button>
      </div>
    </form>
  );
}
