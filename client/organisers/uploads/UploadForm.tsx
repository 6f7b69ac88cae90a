import { type ReactNode, type SubmitEvent, useId } from 'react';
import { Button } from '#client/ui/Button.tsx';

export interface UploadFormProps {
  readonly children: ReactNode;
  /** `Uploading…`; undefined when no upload is in progress. */
  readonly busyLabel: string | undefined;
  readonly problem: ReactNode;
  readonly isDisabled?: boolean;
  /** Why the server would refuse an upload now, shown next to the button. */
  readonly obstacle?: string | undefined;
  readonly onSubmit: (event: SubmitEvent) => void;
}

export function UploadForm(props: UploadFormProps): ReactNode {
  const { children, busyLabel, problem, isDisabled = false, obstacle, onSubmit } = props;
  const obstacleId = useId();
  return (
    <form className="framed stack-14 p-4" noValidate onSubmit={onSubmit}>
      {children}
      {problem}
      <div className="row gap-2.5">
        <Button
          kind="main"
          type="submit"
          disabled={isDisabled}
          aria-disabled={obstacle !== undefined || undefined}
          aria-describedby={obstacle === undefined ? undefined : obstacleId}
          isBusy={busyLabel !== undefined}
        >
          Upload
        </Button>
        <output className="text-m">{busyLabel}</output>
        {obstacle === undefined ? null : (
          <span id={obstacleId} className="text-m">
            {obstacle}
          </span>
        )}
      </div>
    </form>
  );
}
