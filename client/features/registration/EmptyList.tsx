import type { ReactNode } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';

export interface EmptyListProps {
  readonly isLoading: boolean;
  /** What was looked for; empty when there are no runners at all. */
  readonly text: string;
  /** Enters a new runner under this last name. */
  readonly onNew: (lastName: string) => void;
}

/** What stands in place of a table without rows. */
export function EmptyList({ isLoading, text, onNew }: EmptyListProps): ReactNode {
  if (isLoading) {
    return (
      <EmptyNote>
        <output>Loading...</output>
      </EmptyNote>
    );
  }
  if (text === '') {
    return (
      <EmptyNote>
        <p>Nobody is entered yet. Import a file of runners, or press New Runner.</p>
      </EmptyNote>
    );
  }
  const isName = !/\d/.test(text);
  return (
    <EmptyNote>
      <p>Nobody matches “{text}”.</p>
      <Button
        onClick={() => {
          onNew(isName ? text : '');
        }}
      >
        {isName ? `New runner “${text}”` : 'New runner'}
      </Button>
    </EmptyNote>
  );
}
