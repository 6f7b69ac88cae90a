import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls, useMay, useOrganiser } from '#client/organisers/session/use-session.ts';
import { createRequestId } from '#client/live/request-id.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type EditorValues,
  newValues,
  valuesOf,
} from '#client/organisers/runners/editor-values.ts';
import { describeRefusal, undoLastChange } from '#client/organisers/runners/runner-calls.ts';
import { type StatusMessage, describeSave, describeUndone } from '../status-message.ts';
import type { Saved, SaveOptions } from './save-draft.ts';
import { type EditorRequest, type OpenEditor, useSaveQueue } from './save-queue.ts';

/** Undoes a save, unless another change of the runner came after its version. */
interface Undo {
  readonly runnerId: string;
  readonly version: number;
  /** The message afterwards. */
  readonly undone: string;
}

type Opened = Omit<OpenEditor, 'opening'>;

export type RunnerForms = ReturnType<typeof useRunnerForms>;

/**
 * What the screens with a table of runners share: one editor, the saves of submitted forms, and their status.
 */
export function useRunnerForms() {
  const [editor, setEditor] = useState<OpenEditor>();
  const [isDirty, setIsDirty] = useState(false);
  /** Set by an attempt to close a form with typed text. */
  const [isWarned, setIsWarned] = useState(false);
  /** The current editor, for callbacks. */
  const latest = useRef<OpenEditor>(undefined);
  const openings = useRef(0);
  const { data: config } = useConfig();
  const feed = useOrganisersFeed();
  const { byId, presence } = useLists();
  const { email } = useOrganiser();
  const calls = useCalls();
  const may = useMay();
  const mayEdit = may('runners:edit');
  const [status, setStatus] = useState<StatusMessage>();
  const editedId = editor?.runnerId;
  const show = (next: Opened | undefined): void => {
    setIsDirty(false);
    setIsWarned(false);
    openings.current += 1;
    latest.current = next && { ...next, opening: openings.current };
    setEditor(latest.current);
  };
  /** Whether another form may be opened; otherwise the open one warns. */
  const mayOpen = (): boolean => {
    if (isDirty) setIsWarned(true);
    return !isDirty;
  };
  /** Whether typed text may be discarded: true at the second request. */
  const mayGo = (): boolean => isWarned || mayOpen();
  const undo = useMutation({
    mutationFn: ({ runnerId, version }: Undo) => undoLastChange(calls, runnerId, version),
    onMutate: () => setStatus({ text: 'Undoing…' }),
    onSuccess: (reply, { undone }) => {
      const problem = describeRefusal(reply);
      setStatus(problem === undefined ? { text: undone } : { text: problem, tone: 'alert' });
    },
    onError: (error, again) => {
      const onUndo = (): void => undo.mutate(again);
      setStatus({ text: messageOf(error), tone: 'alert', onUndo });
    },
  });
  const showSaved = (saved: Saved): void => {
    const { runnerId, version } = saved;
    const message = describeSave(saved, config);
    if (version === undefined || !may('results:edit')) setStatus(message);
    else {
      const onUndo = (): void => undo.mutate({ runnerId, version, undone: describeUndone(saved) });
      setStatus({ ...message, onUndo });
    }
  };
  const saves = useSaveQueue({
    onSaved: (saved) => showSaved(saved),
    onRefused: (draft) => {
      // Anyone busy elsewhere sees it in the status line and the row instead.
      if (!latest.current && !isBusyElsewhere()) reopen(draft);
    },
  });

  useEffect(() => {
    feed.setEditing(mayEdit && editedId !== undefined ? editedId : null);
  }, [feed, editedId, mayEdit]);
  useEffect(() => () => feed.setEditing(null), [feed]);

  /** Whether the runner of a refused form no longer exists, so that it cannot be opened. */
  const isGone = ({ runnerId }: OpenEditor): boolean =>
    runnerId !== undefined && !byId.has(runnerId);

  const reopen = (draft: OpenEditor): void => {
    if (isGone(draft) || !mayOpen()) return;
    saves.take(draft.key);
    flushSync(() => show({ ...draft, isDialog: isDialog(draft) }));
  };

  /** The form for a request, with text of the runner that was refused; none while they are being saved. */
  const prepare = (request: EditorRequest): Opened | undefined => {
    const { runnerId, band } = request;
    const rest = { ...request, isDialog: isDialog(request) };
    const given = band === undefined ? {} : { raceNumber: band };
    if (runnerId === undefined) {
      const values = { ...newValues(config), ...given };
      return { ...rest, key: createRequestId(), values, base: undefined };
    }
    const runner = byId.get(runnerId);
    if (!runner || saves.isSaving(runnerId)) return undefined;
    const draft = saves.take(runnerId);
    const now = valuesOf(runner);
    const { values, base, refusal } = draft ?? {
      values: now,
      base: { values: now, rev: runner.rev },
    };
    return { ...rest, key: runnerId, runner, values: { ...values, ...given }, base, refusal };
  };

  /** The e-mail addresses of others who have a runner open. */
  const editorsOf = useCallback(
    (runnerId: string) => {
      const emails = presence
        .filter((each) => each.runnerId === runnerId)
        .map((each) => each.email);
      // One entry is this screen's own; the same person may have a second machine.
      const own = runnerId === editedId ? emails.indexOf(email) : -1;
      return own === -1 ? emails : emails.toSpliced(own, 1);
    },
    [presence, editedId, email],
  );

  return {
    editor,
    isWarned,
    mayGo,
    /** Returns whether the form is closed: not if its text may not be discarded yet. */
    leave: (): boolean => {
      const isLeaving = mayGo();
      if (isLeaving) show(undefined);
      return isLeaving;
    },
    /** For the form to report typed text. */
    onTyped: useCallback((now: boolean) => {
      setIsDirty(now);
      setIsWarned(false);
    }, []),
    config,
    /** The runner whose form is open, as known now, or before they were deleted. */
    edited: editedId === undefined ? undefined : (byId.get(editedId) ?? editor?.runner),
    status,
    setStatus,
    showSaved,
    editorsOf,
    saving: saves.saving,
    refused: saves.refused,
    /** Whether something typed or submitted is not saved yet. */
    isUnsaved: isDirty || saves.saving.length > 0 || saves.refused.length > 0,
    /** Opens a form, unless typed text would be lost. */
    open: (request: EditorRequest): void => {
      if (mayOpen()) show(prepare(request));
    },
    /** Opens a form in place of the open one, if its text may be discarded. */
    swap: (request: EditorRequest): void => {
      if (mayGo()) show(prepare(request));
    },
    isGone,
    reopen,
    drop: ({ key }: OpenEditor) => void saves.take(key),
    close: (): void => show(undefined),
    submit: (values: EditorValues, options: SaveOptions): void => {
      const open = latest.current;
      if (!open) return;
      setStatus(undefined);
      show(undefined);
      void saves.submit({ ...open, values }, options);
    },
  };
}

/** Otherwise it opens in place: a row of its runner is on the screen. */
function isDialog({ runnerId, band }: EditorRequest): boolean {
  if (runnerId === undefined || band !== undefined) return true;
  const rows = document.querySelectorAll<HTMLElement>('[data-runner-id]');
  return ![...rows].some(({ dataset }) => dataset['runnerId'] === runnerId);
}

/** Whether a form that comes back would take the focus from a dialog or from text that is being typed. */
function isBusyElsewhere(): boolean {
  const { activeElement } = document;
  if (document.querySelector('dialog[open]')) return true;
  if (!(activeElement instanceof HTMLInputElement)) return false;
  const { value, selectionStart, selectionEnd } = activeElement;
  // The finder gets the focus with its earlier text selected: nothing was typed there since.
  return value !== '' && !(selectionStart === 0 && selectionEnd === value.length);
}
