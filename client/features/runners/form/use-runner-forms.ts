import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FetchedConfig, useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useMay, useOrganiser } from '#client/organisers/session/use-session.ts';
import { createRequestId } from '#client/live/request-id.ts';
import {
  type EditorValues,
  newValues,
  valuesOf,
} from '#client/organisers/runners/editor-values.ts';
import { type StatusMessage, describeObstacle, describeSave } from '../status-message.ts';
import type { SaveOptions } from './save-draft.ts';
import { type EditorRequest, type OpenEditor, useSaveQueue } from './save-queue.ts';

/** Shared by the screens with a table of runners: one editor, the saves of submitted forms, and their status. */
export interface RunnerForms {
  readonly editor: OpenEditor | undefined;
  /** Somebody tried to close it although something is typed in it: it warns. */
  readonly isWarned: boolean;
  /** Whether typed text may be discarded: true when asked for the second time. */
  readonly mayGo: () => boolean;
  /** Returns whether it is closed: not if its text may not be discarded yet. */
  readonly leave: () => boolean;
  /** The form reports whether something is typed in it; a stable function. */
  readonly onTyped: (isDirty: boolean) => void;
  readonly config: FetchedConfig | undefined;
  /** The runner whose form is open, as known now. */
  readonly edited: AdminRunner | undefined;
  readonly status: StatusMessage | undefined;
  readonly setStatus: (status: StatusMessage | undefined) => void;
  /** The others who have a runner open, by e-mail address. */
  readonly editorsOf: (runnerId: string) => readonly string[];
  readonly saving: readonly OpenEditor[];
  /** Refused while the organiser did something else. */
  readonly refused: readonly OpenEditor[];
  /** Something is typed or submitted that the server does not have. */
  readonly isUnsaved: boolean;
  /** Opens a form, unless typed text would be lost. */
  readonly open: (request: EditorRequest) => void;
  /** Opens a form in place of the open one, if its text may be discarded. */
  readonly swap: (request: EditorRequest) => void;
  /** Whether the runner of a refused form no longer exists, so that it cannot be opened. */
  readonly isGone: (draft: OpenEditor) => boolean;
  readonly reopen: (draft: OpenEditor) => void;
  readonly drop: (draft: OpenEditor) => void;
  readonly close: () => void;
  readonly submit: (values: EditorValues, options: SaveOptions) => void;
}

/** `isListed`: whether a runner has a row on the screen that can become a form. */
export function useRunnerForms(isListed: (runnerId: string) => boolean): RunnerForms {
  const [editor, setEditor] = useState<OpenEditor>();
  const [isDirty, setIsDirty] = useState(false);
  const [isWarned, setIsWarned] = useState(false);
  /** As it is at the moment of a call. */
  const latest = useRef<OpenEditor>(undefined);
  const { data: config } = useConfig();
  const feed = useOrganisersFeed();
  const { presence } = useLists();
  const { email } = useOrganiser();
  const mayEdit = useMay()('runners:edit');
  const [status, setStatus] = useState<StatusMessage>();
  const editedId = editor?.target.kind === 'runner' ? editor.target.runnerId : undefined;
  const set = (next: OpenEditor | undefined): void => {
    latest.current = next;
    setEditor(next);
  };
  const show = (next: OpenEditor | undefined): void => {
    setIsDirty(false);
    setIsWarned(false);
    set(next);
  };
  /** Whether another form may be opened; the open one warns when it may not. */
  const mayOpen = (): boolean => {
    if (isDirty) setIsWarned(true);
    return !isDirty;
  };
  const mayGo = (): boolean => isWarned || mayOpen();
  const saves = useSaveQueue({
    onSaved: (draft, saved) => {
      setStatus(describeSave(saved, config));
      // If it was opened again in between, it continues from the saved values.
      const open = latest.current;
      if (open?.key === draft.key) set({ ...open, base: saved.base });
    },
    onRefused: (draft, isWaitedFor) => {
      const open = latest.current;
      if (open?.key === draft.key) {
        saves.queue.take(draft.key);
        const problem = { sentence: describeObstacle(draft.refusal ?? {}) };
        set({ ...open, refusal: { problem } });
        // Somebody busy elsewhere is not interrupted: the status line and the row say so.
      } else if (!open && isWaitedFor && !document.querySelector('dialog[open]')) reopen(draft);
    },
  });
  const { queue } = saves;

  useEffect(() => {
    feed.setEditing(mayEdit && editedId !== undefined ? editedId : null);
  }, [feed, editedId, mayEdit]);
  useEffect(() => () => feed.setEditing(null), [feed]);

  const isGone = ({ target }: OpenEditor): boolean =>
    target.kind === 'runner' && !feed.findRunner(target.runnerId);

  const isDialog = (target: EditorRequest['target']): boolean =>
    target.kind === 'new' || target.band !== undefined || !isListed(target.runnerId);

  const reopen = (draft: OpenEditor): void => {
    if (isGone(draft) || !mayOpen()) return;
    queue.take(draft.key);
    flushSync(() => show({ ...draft, isDialog: isDialog(draft.target) }));
  };

  /** The form for a request, with the runner's text that is not saved yet. */
  const prepare = (request: EditorRequest): OpenEditor | undefined => {
    const { target } = request;
    const rest = { ...request, isDialog: isDialog(target) };
    if (target.kind === 'new') {
      const values = { ...newValues(config), ...target.filled };
      return { ...rest, key: createRequestId(), values, base: undefined };
    }
    const { runnerId, band } = target;
    const runner = feed.findRunner(runnerId);
    if (!runner) return undefined;
    const saving = queue.findSaving(runnerId);
    const draft = queue.take(runnerId) ?? (saving && { ...saving, refusal: undefined });
    const now = valuesOf(runner);
    const { values, base, refusal } = draft ?? {
      values: now,
      base: { values: now, rev: runner.rev },
    };
    const given = band === undefined ? values : { ...values, raceNumber: band };
    return { ...rest, key: runnerId, values: given, base, refusal };
  };

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
    leave: () => {
      const isLeaving = mayGo();
      if (isLeaving) show(undefined);
      return isLeaving;
    },
    onTyped: useCallback((now: boolean) => {
      setIsDirty(now);
      setIsWarned(false);
    }, []),
    config,
    edited: editedId === undefined ? undefined : feed.findRunner(editedId),
    status,
    setStatus,
    editorsOf,
    saving: saves.saving,
    refused: saves.refused,
    isUnsaved: isDirty || saves.saving.length > 0 || saves.refused.length > 0,
    open: (request) => {
      if (mayOpen()) show(prepare(request));
    },
    swap: (request) => {
      if (mayGo()) show(prepare(request));
    },
    isGone,
    reopen,
    drop: ({ key }) => queue.take(key),
    close: () => show(undefined),
    submit: (values, options) => {
      const open = latest.current;
      if (!open) return;
      setStatus(undefined);
      show(undefined);
      saves.submit({ ...open, values }, options);
    },
  };
}
