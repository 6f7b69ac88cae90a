import { useCallback, useRef, useState } from 'react';

import type { EditorField, EditorValues } from './editor-values.ts';
import type { Draft } from './save-draft.ts';

export type EditorTarget =
  | {
      readonly kind: 'runner';
      readonly runnerId: string;
      /** A band that was scanned and is to be theirs. */
      readonly band?: string;
    }
  | { readonly kind: 'new'; readonly filled: Partial<EditorValues> };

/** A form that is asked for. */
export interface EditorRequest {
  readonly target: EditorTarget;
  /** Where one came from, and goes back to. */
  readonly origin: 'filter' | 'row' | 'button';
  /** The number by whose read in the filter it was opened, if it was. */
  readonly openedBy?: string;
  /** The field that has the focus at first, if it is not the band. */
  readonly at?: EditorField;
}

/** A form, open or submitted: what it is for and what stands in it. */
export interface OpenEditor extends EditorRequest, Draft {
  /** It lies over the screen; otherwise it takes the place of the runner's row. */
  readonly isDialog: boolean;
}

export interface EditorState {
  readonly editor: OpenEditor | undefined;
  readonly isDirty: boolean;
  /** It was asked to go although something is typed in it: it says so. */
  readonly isWarned: boolean;
  /** What is open at this moment, for who is called later. */
  readonly findOpen: () => OpenEditor | undefined;
  /** Shows a form in place of whatever is open; nothing for undefined. */
  readonly show: (editor: OpenEditor | undefined) => void;
  /** Tells the form that is open something new about its draft. */
  readonly update: (changes: Partial<Draft>) => void;
  /** Whether another form may be opened; the one that stands in the way says so. */
  readonly mayOpen: () => boolean;
  /** Whether what is typed may go: at the second time of asking it may. */
  readonly mayGo: () => boolean;
  /** Closes it if what is typed in it may go. Whether it is closed. */
  readonly leave: () => boolean;
  /** The editor tells whether something is typed in it. */
  readonly onTyped: (isDirty: boolean) => void;
}

/** One editor at a time, which does not go by accident with what was typed in it. */
export function useEditor(): EditorState {
  const [editor, setEditor] = useState<OpenEditor>();
  const [isDirty, setIsDirty] = useState(false);
  const [isWarned, setIsWarned] = useState(false);
  const open = useRef<OpenEditor>(undefined);

  const set = (next: OpenEditor | undefined): void => {
    open.current = next;
    setEditor(next);
  };
  const show = (next: OpenEditor | undefined): void => {
    setIsDirty(false);
    setIsWarned(false);
    set(next);
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
    findOpen: () => open.current,
    show,
    update: (changes) => {
      if (open.current) set({ ...open.current, ...changes });
    },
    mayOpen: () => {
      if (isDirty) setIsWarned(true);
      return !isDirty;
    },
    mayGo,
    leave: () => {
      const isLeaving = mayGo();
      if (isLeaving) show(undefined);
      return isLeaving;
    },
    onTyped: useCallback((now: boolean) => {
      setIsDirty(now);
      setIsWarned(false);
    }, []),
  };
}
