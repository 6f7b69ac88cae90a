import { useCallback, useState } from 'react';

import type { EditorValues } from './editor-values.ts';

/** What an editor is open for. */
export type EditorTarget =
  | {
      readonly kind: 'runner';
      readonly runnerId: string;
      /** A band that was scanned and is to be theirs. */
      readonly band?: string;
    }
  | { readonly kind: 'new'; readonly filled: Partial<EditorValues> };

export interface OpenEditor {
  readonly target: EditorTarget;
  /** Where one came from, and goes back to. */
  readonly origin: 'filter' | 'row' | 'button';
}

/** The one editor of a screen. */
export interface EditorState {
  readonly editor: OpenEditor | undefined;
  /** Something is typed in it. */
  readonly isDirty: boolean;
  /** It was asked to go although something is typed in it: it says so. */
  readonly isWarned: boolean;
  /** Opens it, unless something typed would be lost. */
  readonly open: (editor: OpenEditor) => void;
  /** Closes it, at the second time of asking if something typed would be lost. Whether it is closed. */
  readonly leave: () => boolean;
  /** Opens another one in its place whatever was typed. */
  readonly swap: (editor: OpenEditor) => void;
  /** Closes it whatever was typed. */
  readonly close: () => void;
  /** The editor tells whether something is typed in it. */
  readonly onTyped: (isDirty: boolean) => void;
}

/** One editor at a time, which does not go by accident with what was typed in it. */
export function useEditor(): EditorState {
  const [editor, setEditor] = useState<OpenEditor>();
  const [isWarned, setIsWarned] = useState(false);
  const [isDirty, setIsDirty] = useState(false);

  const show = useCallback((next: OpenEditor | undefined) => {
    setIsDirty(false);
    setIsWarned(false);
    setEditor(next);
  }, []);

  return {
    editor,
    isDirty,
    isWarned,
    open: (next) => {
      if (isDirty) setIsWarned(true);
      else show(next);
    },
    leave: () => {
      const isLeaving = !isDirty || isWarned;
      if (isLeaving) show(undefined);
      else setIsWarned(true);
      return isLeaving;
    },
    swap: show,
    close: () => {
      show(undefined);
    },
    onTyped: useCallback((now: boolean) => {
      setIsDirty(now);
      setIsWarned(false);
    }, []),
  };
}
