import { type ReactNode, useRef } from 'react';

import { Button } from '#client/ui/Button.tsx';

export interface FileButtonProps {
  readonly children: string;
  /** The accessible name of the file input. */
  readonly label: string;
  readonly accept?: string;
  readonly onChosen: (file: File) => Promise<void>;
}

export function FileButton({ children, label, accept, onChosen }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void onChosen(file);
          // Lets the same file be chosen again once it is corrected.
          target.value = '';
        }}
      />
    </>
  );
}
