import { type RefObject, useRef, useState } from 'react';

import { describeUnopened } from '#client/organisers/runners/find-runners.ts';
import type { StatusMessage } from './status-message.ts';

export interface Finder {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Back to the field, to replace its text. */
  readonly focus: () => void;
  /** For Enter: opens what the text means, says how many it could mean, or lets it be typed again. */
  readonly enter: (matches: number | undefined, open: (() => void) | undefined) => void;
}

/** The field of a view that finds a runner by bib, band or name (SCREENS.md SG18). */
export function useFinder(
  setStatus: (status: StatusMessage | undefined) => void,
  initial = '',
): Finder {
  const [text, setText] = useState(initial);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    text,
    setText,
    inputRef,
    focus: () => {
      inputRef.current?.focus();
      inputRef.current?.select();
    },
    enter: (matches = 0, open) => {
      setStatus(
        open || matches === 0 ? undefined : { text: describeUnopened({ matches }), tone: 'notice' },
      );
      open?.();
      if (!open && matches === 0) inputRef.current?.select();
    },
  };
}
