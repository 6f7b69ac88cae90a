import { useCallback, useRef, useState } from 'react';

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
  /** The number by whose read in the filter it was opened, if it was. */
  readonly openedBy?: string;
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
  /** Whether what is typed may go: at the second time of asking it may. */
  readonly mayGo: () => boolean;
  /** Closes it if what is typed in it may go. Whether it is closed. */
  readonly leave: () => boolean;
  /** Opens another one in its place, if what is typed may go. */
  readonly swap: (editor: OpenEditor) => void;
  /** Closes this one whatever was typed, unless another one is open by now. Whether it was the one. */
  readonly close: (editor: OpenEditor | undefined) => boolean;
  /** The editor tells whether something is typed in it. */
  readonly onTyped: (isDirty: boolean) => void;
}

/** One editor at a time, which does not go by accident with what was typed in it. */
export function useEditor(): EditorState {
  const [editor, setEditor] = useState<OpenEditor>();
  const [isDirty, setIsDirty] = useState(false);
  const [isWarned, setIsWarned] = useState(false);
  /** An answer may come to a form that is long closed: what is open is not what it was asked from. */
  const shown = useRef<OpenEditor>(undefined);

  const show = (next: OpenEditor | undefined): void => {
    shown.current = next;
    setIsDirty(false);
    setIsWarned(false);
    setEditor(next);
  };
  const mayGo = (): boolean => {
    if (!isDirty || isWarned) return true;
    setIsWarned(true);
    return false;
  };

  return {
    editor,
    isDirty,
    isWarned,
    open: (next) => {
      if (isDirty) setIsWarned(true);
      else show(next);
    },
    mayGo,
    leave: () => {
      const isLeaving = mayGo();
      if (isLeaving) show(undefined);
      return isLeaving;
    },
    swap: (next) => {
      if (mayGo()) show(next);
    },
    close: (which) => {
      const isShown = shown.current === which;
      if (isShown) show(undefined);
      return isShown;
    },
    onTyped: useCallback((now: boolean) => {
      setIsDirty(now);
      setIsWarned(false);
    }, []),
  };
}
