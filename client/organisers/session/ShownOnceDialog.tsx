import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { copyText } from './copy-text.ts';

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
  const text = useRef<HTMLElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'new' | 'copied' | 'selected' | 'kept'>('new');
  useEffect(() => {
    copy.current?.focus();
  }, []);

  // Only Done closes it: a slip of the finger would lose the secret.
  const stay = (): void => setState('kept');
  const copySecret = async (): Promise<void> => {
    if (text.current) setState((await copyText(secret, text.current)) ? 'copied' : 'selected');
  };

  return (
    <ModalDialog width="question" labelledBy={titleId} onClose={stay} isFirm>
      <div className="stack-12 one-column">
        <h2 id={titleId} className="heading anywhere">
          {title}
        </h2>
        {children(
          <p>
            <code ref={text} className={secretClass} data-testid={testId}>
              {secret}
            </code>
          </p>,
        )}
        <DialogButtons>
          <output className="fills text-s muted">{NOTES[state]}</output>
          {others}
          <Button ref={copy} onClick={() => void copySecret()}>
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
  kept: 'Only Done closes this.',
  copied: 'Copied.',
  selected: 'Selected: copy it with Ctrl C or ⌘ C.',
} as const;
