import { useCallback, useRef, useState } from 'react';

import type { EditorValues } from '#client/organisers/runners/editor-values.ts';
import type { Draft } from './save-draft.ts';

export type EditorTarget =
  | {
      readonly kind: 'runner';
      readonly runnerId: string;
      readonly band?: string;
    }
  | { readonly kind: 'new'; readonly filled: Partial<EditorValues> };

export interface EditorRequest {
  readonly target: EditorTarget;
  /** The place to which the focus returns. */
  readonly origin: 'filter' | 'row' | 'button';
  /** The number whose read in the filter opened it, if any. */
  readonly openedBy?: string;
  /** Opens the panel without the form. */
  readonly isCard?: boolean;
}

export interface OpenEditor extends EditorRequest, Draft {
  /** It is a dialog; otherwise the panel replaces the runner's row. */
  readonly isDialog: boolean;
}

export interface EditorState {
  readonly editor: OpenEditor | undefined;
  readonly isDirty: boolean;
  /** Somebody tried to close it although something is typed in it: it warns. */
  readonly isWarned: boolean;
  readonly findOpen: () => OpenEditor | undefined;
  readonly show: (editor: OpenEditor | undefined) => void;
  readonly update: (changes: Partial<Draft>) => void;
  /** Whether another form may be opened; the open one warns when it may not. */
  readonly mayOpen: () => boolean;
  /** Whether typed text may be discarded: true when asked for the second time. */
  readonly mayGo: () => boolean;
  /** Returns whether it is closed: not if its text may not be discarded yet. */
  readonly leave: () => boolean;
  readonly onTyped: (isDirty: boolean) => void;
}

/** One editor at a time, which never discards typed text by accident. */
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
