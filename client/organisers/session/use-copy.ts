import { type RefObject, useRef, useState } from 'react';

export interface Copying {
  /** The element that shows the text. */
  readonly shown: RefObject<HTMLElement | null>;
  readonly copy: () => Promise<void>;
  /** What became of the last press; empty again once the text is another. */
  readonly note: string;
}

/** Copies a text to the clipboard; where the browser forbids that, as over plain HTTP, selects it in its element instead. */
export function useCopy(text: string): Copying {
  const shown = useRef<HTMLElement>(null);
  const [last, setLast] = useState({ text, note: '' });
  const copy = async (): Promise<void> => {
    let note = 'Copied.';
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Missing on a page without TLS, or forbidden by the browser's settings.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      note = 'Selected: copy it with Ctrl C or ⌘ C.';
    }
    setLast({ text, note });
  };
  return { shown, copy, note: last.text === text ? last.note : '' };
}
