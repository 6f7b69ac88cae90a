import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { useCopy } from './use-copy.ts';

export interface ShownOnceDialogProps {
  readonly title: string;
  /** Cannot be looked up later. */
  readonly secret: string;
  readonly secretClass: string | undefined;
  readonly testId: string;
  readonly onClose: () => void;
  /** Further buttons to pass it on. */
  readonly others?: ReactNode;
  /** The explanation around the element that shows the secret. */
  readonly children: (secret: ReactNode) => ReactNode;
}

export function ShownOnceDialog(props: ShownOnceDialogProps): ReactNode {
  const { title, secret, secretClass, testId, onClose, others, children } = props;
  const titleId = useId();
  const { shown, copy, note } = useCopy(secret);
  const button = useRef<HTMLButtonElement>(null);
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    button.current?.focus();
  }, []);

  // Only Done closes it: a slip of the finger would lose the secret.
  const stay = (): void => setIsKept(true);
  return (
    <ModalDialog width="question" labelledBy={titleId} onClose={stay} isFirm>
      <div className="stack-12 one-column">
        <h2 id={titleId} className="heading anywhere">
          {title}
        </h2>
        {children(
          <p>
            <code ref={shown} className={secretClass} data-testid={testId}>
              {secret}
            </code>
          </p>,
        )}
        <DialogButtons>
          <output className="fills text-s muted">{isKept ? 'Only Done closes this.' : note}</output>
          {others}
          <Button
            ref={button}
            onClick={() => {
              setIsKept(false);
              void copy();
            }}
          >
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
