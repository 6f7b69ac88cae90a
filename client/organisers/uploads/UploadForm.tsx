import { type ReactNode, type SubmitEvent, useRef, useId } from 'react';
import { Button } from '#client/ui/Button.tsx';

interface UploadProgressProps {
  readonly share: number;
  readonly afterwards: string;
  readonly onCancel: () => void;
}

/** The progress of an upload; a screen reader announces the stages, not every per cent. */
function UploadProgress({ share, afterwards, onCancel }: UploadProgressProps): ReactNode {
  const id = useId();
  const isSent = share >= 1;
  return (
    <div className="stack-6">
      <label className="text-m semibold" htmlFor={id}>
        <output>{isSent ? afterwards : 'Uploading…'}</output>
        {isSent ? null : <span aria-hidden="true"> {Math.floor(share * 100)} %</span>}
      </label>
      {/* Without a value the bar is indeterminate. */}
      <progress
        id={id}
        className="full-width h-2.5 accent-accent"
        max={1}
        {...(isSent ? {} : { value: share })}
      />
      {/* Once sent in full, it cannot be cancelled. */}
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
  /** The uploaded share (0 to 1) and the server's work afterwards; undefined when no upload is in progress. */
  readonly underWay: { readonly share: number; readonly afterwards: string } | undefined;
  readonly problem: ReactNode;
  readonly isDisabled?: boolean;
  /** Why the server would refuse an upload now, shown next to the button. */
  readonly obstacle?: string | undefined;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onCancel: () => void;
}

export function UploadForm(props: UploadFormProps): ReactNode {
  const { children, underWay, problem, isDisabled = false, obstacle, onSubmit, onCancel } = props;
  const obstacleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <form className="framed stack-14 p-4" noValidate onSubmit={onSubmit}>
      {children}
      {underWay ? (
        <UploadProgress
          {...underWay}
          onCancel={() => {
            onCancel();
            // The pressed button disappears with its focus.
            button.current?.focus();
          }}
        />
      ) : null}
      {problem}
      <div className="row gap-2.5">
        <Button
          ref={button}
          kind="main"
          type="submit"
          disabled={isDisabled}
          aria-disabled={obstacle !== undefined || undefined}
          aria-describedby={obstacle === undefined ? undefined : obstacleId}
          isBusy={underWay !== undefined}
        >
          Upload
        </Button>
        {obstacle === undefined ? null : (
          <span id={obstacleId} className="text-m">
            {obstacle}
          </span>
        )}
      </div>
    </form>
  );
}
