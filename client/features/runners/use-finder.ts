import { useRef, useState } from 'react';

import { describeUnopened } from '#client/organisers/runners/find-runners.ts';
import type { StatusMessage } from './status-message.ts';

interface Found<Best> {
  readonly matches: number;
  readonly best: Best | undefined;
}

/** The field that finds a runner by bib, band or name (SCREENS.md SG18). */
export function useFinder(setStatus: (status: StatusMessage | undefined) => void, initial = '') {
  const [text, setText] = useState(initial);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    /** The properties of its FindBox. */
    field: { text, onText: setText, inputRef },
    /** Focuses the field and selects its text. */
    focus: (): void => {
      inputRef.current?.focus();
      inputRef.current?.select();
    },
    /** Handles Enter: opens the one match, reports how many there are, or selects the text of none. */
    enter: <Best>(
      { matches, best }: Found<Best> = { matches: 0, best: undefined },
      open: (best: Best) => void,
    ): void => {
      const isSeveral = best === undefined && matches > 0;
      setStatus(isSeveral ? { text: describeUnopened({ matches }), tone: 'notice' } : undefined);
      if (best !== undefined) open(best);
      else if (!isSeveral) inputRef.current?.select();
    },
  };
}
