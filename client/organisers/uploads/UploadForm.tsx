import { type ReactNode, type SubmitEvent, useRef, useId } from 'react';
import { Button } from '#client/ui/Button.tsx';
import styles from './UploadForm.module.css';

interface UploadProgressProps {
  /** From 0 to 1, as much as has left the browser. */
  readonly share: number;
  /** What the server does once it has everything. */
  readonly afterwards: string;
  readonly onCancel: () => void;
}

/** How far an upload is; a screen reader hears the stages, not each per cent. */
function UploadProgress({ share, afterwards, onCancel }: UploadProgressProps): ReactNode {
  const id = useId();
  const isSent = share >= 1;
  return (
    <div className="stack-6">
      <label className="text-m semibold" htmlFor={id}>
        <output>{isSent ? afterwards : 'Uploading…'}</output>
        {isSent ? null : <span aria-hidden="true"> {Math.floor(share * 100)} %</span>}
      </label>
      {/* Without a value the bar shows that it goes on, for as long as nobody knows how far it is. */}
      <progress id={id} className={styles.bar} max={1} {...(isSent ? {} : { value: share })} />
      {/* What the server has in full it takes. */}
      {isSent ? null : (
        <div>
          <Button onClick={onCancel}>Cancel upload</Button>
        </div>
      )}
    </div>
  );
}

export interface UploadFormProps {
  readonly children: ReactNode;
  /** How far an upload is (0 to 1) and what the server does afterwards; undefined when none is under way. */
  readonly underWay: { readonly share: number; readonly afterwards: string } | undefined;
  /** Why the last upload failed, or cannot be begun. */
  readonly problem: ReactNode;
  readonly isDisabled?: boolean;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onCancel: () => void;
}

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
