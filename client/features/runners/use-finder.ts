import { type RefObject, useRef, useState } from 'react';

import { describeUnopened } from '#client/organisers/runners/find-runners.ts';
import type { StatusMessage } from './status-message.ts';

/** What a text finds, and the one it can mean. */
interface Found<Best> {
  readonly matches: number;
  readonly best: Best | undefined;
}

export interface Finder {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Back to the field, to replace its text. */
  readonly focus: () => void;
  /** For Enter: opens what the text means, says how many it could mean, or lets it be typed again. */
  readonly enter: <Best>(found: Found<Best> | undefined, open: (best: Best) => void) => void;
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
    enter: ({ matches, best } = { matches: 0, best: undefined }, open) => {
      const isSeveral = best === undefined && matches > 0;
      setStatus(isSeveral ? { text: describeUnopened({ matches }), tone: 'notice' } : undefined);
      if (best !== undefined) open(best);
      else if (!isSeveral) inputRef.current?.select();
    },
  };
}
