import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';

export interface UploadFormProps {
  readonly children: ReactNode;
  /** `Uploading…`; undefined when no upload is in progress. */
  readonly busyLabel: string | undefined;
  readonly problem: ReactNode;
  readonly isDisabled?: boolean;
  readonly onSubmit: (event: SubmitEvent) => void;
}

export function UploadForm(props: UploadFormProps): ReactNode {
  const { children, busyLabel, problem, isDisabled = false, onSubmit } = props;
  return (
    <form className="framed stack-14 p-4" noValidate onSubmit={onSubmit}>
      {children}
      {problem}
      <div className="row gap-2.5">
        <Button kind="main" type="submit" disabled={isDisabled} isBusy={busyLabel !== undefined}>
          Upload
        </Button>
        <output className="text-m">{busyLabel}</output>
      </div>
    </form>
  );
}
