import { ObservableState } from '#client/live/observable-state.ts';
import {
  type Draft,
  refuseForError,
  type Saved,
  saveDraft,
  type SaveOptions,
  type SaveOutcome,
} from './save-draft.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { CallError } from '#client/organisers/calls/call-error.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { SessionStore } from '#client/organisers/session/session-store.ts';
import { useSessionStore } from '#client/organisers/session/use-session.ts';
import type { EditorValues } from '#client/organisers/runners/editor-values.ts';

export type EditorTarget =
  /** `band`: a scanned band to give to the runner. */
  | { readonly kind: 'runner'; readonly runnerId: string; readonly band?: string }
  | { readonly kind: 'new'; readonly filled: Partial<EditorValues> };

export interface EditorRequest {
  readonly target: EditorTarget;
  /** Where the focus returns to. */
  readonly origin: 'filter' | 'row' | 'button';
  /** Opens the panel without the form. */
  readonly isCard?: boolean;
}

export interface OpenEditor extends EditorRequest, Draft {
  /** Otherwise the panel replaces the runner's row. */
  readonly isDialog: boolean;
}

interface SaveQueueHandlers {
  /** Sends one draft; never rejects. */
  readonly save: (draft: OpenEditor, options: SaveOptions) => Promise<SaveOutcome>;
  readonly onSaved: (saved: Saved) => void;
  /** The draft stays among the refused until {@link SaveQueue.take}. */
  readonly onRefused: (draft: OpenEditor) => void;
}

/**
 * Saves drafts while the organiser types the next one (SCREENS.md SG13). A saved draft leaves the queue. A refused one stays
 * as typed, with the reason, until `take` returns it to a form.
 */
export class SaveQueue {
  readonly state = new ObservableState<{
    readonly saving: readonly OpenEditor[];
    readonly refused: readonly OpenEditor[];
  }>({ saving: [], refused: [] });
  #handlers: SaveQueueHandlers | undefined;

  connect(handlers: SaveQueueHandlers): void {
    this.#handlers = handlers;
  }

  submit(draft: OpenEditor, options: SaveOptions = {}): void {
    this.take(draft.key);
    this.state.update({ saving: [...this.state.getSnapshot().saving, draft] });
    void this.#run(draft, options);
  }

  isSaving(key: string): boolean {
    return this.state.getSnapshot().saving.some((draft) => draft.key === key);
  }

  /** Removes a refused draft and returns it. */
  take(key: string): OpenEditor | undefined {
    const { refused } = this.state.getSnapshot();
    const draft = refused.find((each) => each.key === key);
    if (draft) this.state.update({ refused: refused.filter((each) => each !== draft) });
    return draft;
  }

  async #run(draft: OpenEditor, options: SaveOptions): Promise<void> {
    const outcome = await this.#handlers?.save(draft, options);
    const { saving, refused } = this.state.getSnapshot();
    const others = saving.filter((each) => each !== draft);
    if (outcome?.kind === 'saved') {
      this.state.update({ saving: others });
      this.#handlers?.onSaved(outcome.saved);
    } else if (outcome) {
      const back = { ...draft, ...outcome.draft };
      this.state.update({ saving: others, refused: [...refused, back] });
      this.#handlers?.onRefused(back);
    }
  }
}

/** The saves of a screen. A save during which the session ends is sent again after the next sign-in. */
export function useSaveQueue({ onSaved, onRefused }: Omit<SaveQueueHandlers, 'save'>) {
  const store = useSessionStore();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const { data: config } = useConfig();
  const [queue] = useState(() => new SaveQueue());
  useEffect(() => {
    queue.connect({
      save: async (draft, options) => {
        const outcome = await retryAfterSignIn(store, draft, () =>
          saveDraft(store.calls, draft, options, everyone, config),
        );
        if (outcome.kind === 'saved') await feed.settle(outcome.saved.version);
        return outcome;
      },
      onSaved,
      onRefused,
    });
  });
  const { saving, refused } = useSyncExternalStore(queue.state.subscribe, queue.state.getSnapshot);
  return { queue, saving, refused };
}

/** How often a draft is sent if the session ends each time. */
const MOST_TRIES = 5;

async function retryAfterSignIn(
  store: SessionStore,
  draft: OpenEditor,
  send: () => Promise<SaveOutcome>,
): Promise<SaveOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isSessionOver(error) || tries === MOST_TRIES) return refuseForError(draft, error);
      await signedInAgain(store);
    }
  }
}

/** Whether a call was refused because nobody is signed in any more, or only with a one-time password. */
function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.code === 'password-change');
}

function signedInAgain(store: SessionStore): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (store.getSnapshot().kind === 'ended') return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });
}
