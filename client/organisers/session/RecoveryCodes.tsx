import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons } from '#client/ui/ModalDialog.tsx';
import { copyText } from './copy-text.ts';

const NOTES = {
  new: '',
  copied: 'Copied.',
  selected: 'Selected: copy them with Ctrl C or ⌘ C.',
} as const;

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [state, setState] = useState<keyof typeof NOTES>('new');
  const copy = async (): Promise<void> => {
    if (!list.current) return;
    setState((await copyText(codes.join('\n'), list.current)) ? 'copied' : 'selected');
  };
  return (
    <>
      <p>
        Your sign-in now asks for a code, and all your other screens are signed out. Without the
        app, each of these codes works once: keep them where you can find them without your phone.
        They are shown only once.
      </p>
      <ul
        ref={list}
        className="secret grid m-0 list-none grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-3.5 gap-y-1.5 p-3"
        data-testid="recovery-codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogButtons>
        <output className="fills text-s muted">{NOTES[state]}</output>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button kind="main" onClick={onDone}>
          Done
        </Button>
      </DialogButtons>
    </>
  );
}
