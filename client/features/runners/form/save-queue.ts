import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import {
  type Draft,
  refuseForError,
  type Saved,
  saveDraft,
  type SaveOptions,
} from './save-draft.ts';

export interface EditorRequest {
  /** Undefined for a new runner. */
  readonly runnerId?: string;
  /** A scanned band to give to the runner. */
  readonly band?: string;
  /** Opened from the runner's row, to which the focus returns. */
  readonly isFromRow?: boolean;
  /** Opens the panel without the form. */
  readonly isCard?: boolean;
}

export interface OpenEditor extends EditorRequest, Draft {
  /** Otherwise the panel replaces the runner's row. */
  readonly isDialog: boolean;
  /** As it was opened. */
  readonly runner?: AdminRunner;
  /** Another number at each opening, so that no form keeps the values of the one before. */
  readonly opening: number;
}

interface Drafts {
  readonly saving: readonly OpenEditor[];
  readonly refused: readonly OpenEditor[];
}

interface Outcomes {
  readonly onSaved: (saved: Saved) => void;
  readonly onRefused: (draft: OpenEditor) => void;
}

/**
 * Saves drafts while the organiser types the next one (SCREENS.md SG13). A refused draft stays as typed, with the reason,
 * until `take` returns it to a form.
 */
export function useSaveQueue(outcomes: Outcomes) {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const { data: config } = useConfig();
  // Read at once by the next key, before React renders.
  const [drafts] = useState(() => new ObservableState<Drafts>({ saving: [], refused: [] }));
  const { saving, refused } = useSyncExternalStore(drafts.subscribe, drafts.getSnapshot);
  const latest = useRef(outcomes);
  useEffect(() => {
    latest.current = outcomes;
  });

  const take = (key: string): OpenEditor | undefined => {
    const { refused: all } = drafts.getSnapshot();
    const draft = all.find((each) => each.key === key);
    if (draft) drafts.update({ refused: all.filter((each) => each !== draft) });
    return draft;
  };
  const submit = async (draft: OpenEditor, options: SaveOptions): Promise<void> => {
    take(draft.key);
    drafts.update({ saving: [...drafts.getSnapshot().saving, draft] });
    const outcome = await saveDraft(calls, draft, options, everyone, config).catch(
      (error: unknown) => refuseForError(draft, error),
    );
    if ('saved' in outcome) await feed.settle(outcome.saved.version);
    const now = drafts.getSnapshot();
    const others = now.saving.filter((each) => each !== draft);
    if ('saved' in outcome) {
      drafts.update({ saving: others });
      latest.current.onSaved(outcome.saved);
    } else {
      const back = { ...draft, ...outcome.refused };
      drafts.update({ saving: others, refused: [...now.refused, back] });
      latest.current.onRefused(back);
    }
  };
  const isSaving = (key: string): boolean =>
    drafts.getSnapshot().saving.some((draft) => draft.key === key);
  return { saving, refused, take, submit, isSaving };
}
