import { ObservableState } from '#client/live/observable-state.ts';
import {
  type Draft,
  refuseForError,
  type Saved,
  saveDraft,
  type SaveOptions,
  type SaveOutcome,
} from './save-draft.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallError } from '#client/organisers/calls/call-error.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { OrganisersFeed } from '#client/organisers/lists/organisers-feed.ts';
import type { SessionStore } from '#client/organisers/session/session-store.ts';
import { useSessionStore } from '#client/organisers/session/use-session.ts';
import { type EditorValues, valuesOf } from '#client/organisers/runners/editor-values.ts';

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
  readonly onSaved: (draft: OpenEditor, saved: Saved) => void;
  /** The draft stays among the refused until {@link SaveQueue.take}. */
  readonly onRefused: (draft: OpenEditor) => void;
}

interface Job {
  readonly draft: OpenEditor;
  readonly options: SaveOptions;
}

/**
 * Saves drafts while the organiser types the next one (SCREENS.md SG13):
 * 1. `submit` adds a draft to the queue as `saving`, whether it is sent yet or not.
 * 2. One draft of a runner is sent at a time; those of other runners do not wait for it.
 * 3. A draft submitted while another of its runner is being sent replaces any waiting one. It is sent next, on the
 *    revision of the one before.
 * 4. A saved draft leaves the queue. A refused one stays as typed, with the reason, until `take` returns it to a form,
 *    unless a later draft of the runner is waiting.
 */
export class SaveQueue {
  readonly state = new ObservableState<{
    readonly saving: readonly OpenEditor[];
    readonly refused: readonly OpenEditor[];
  }>({ saving: [], refused: [] });
  #handlers: SaveQueueHandlers | undefined;
  /** The waiting draft of each runner. */
  readonly #next = new Map<string, Job>();

  connect(handlers: SaveQueueHandlers): void {
    this.#handlers = handlers;
  }

  submit(draft: OpenEditor, options: SaveOptions = {}): void {
    const isBeingSent = this.findSaving(draft.key) !== undefined;
    this.take(draft.key);
    this.#setSaving(draft);
    if (isBeingSent) this.#next.set(draft.key, { draft, options });
    else void this.#run({ draft, options });
  }

  findSaving(key: string): OpenEditor | undefined {
    return this.state.getSnapshot().saving.find((draft) => draft.key === key);
  }

  /** Removes a refused draft and returns it. */
  take(key: string): OpenEditor | undefined {
    const { refused } = this.state.getSnapshot();
    const draft = refused.find((each) => each.key === key);
    if (draft) this.state.update({ refused: refused.filter((each) => each !== draft) });
    return draft;
  }

  async #run(first: Job): Promise<void> {
    const { key } = first.draft;
    let job: Job | undefined = first;
    while (job && this.#handlers) {
      const { draft }: Job = job;
      const outcome = await this.#handlers.save(draft, job.options);
      const next = this.#next.get(key);
      this.#next.delete(key);
      job = next;
      if (outcome.kind === 'saved') {
        if (next) job = { ...next, draft: { ...next.draft, base: outcome.saved.base } };
        else this.#remove(draft);
        this.#handlers.onSaved(draft, outcome.saved);
      } else if (!next) {
        const refused = { ...draft, ...outcome.draft };
        this.#remove(draft, refused);
        this.#handlers.onRefused(refused);
      }
    }
  }

  #setSaving(draft: OpenEditor): void {
    const { saving } = this.state.getSnapshot();
    const isKnown = saving.some(({ key }) => key === draft.key);
    const put = saving.map((each) => (each.key === draft.key ? draft : each));
    this.state.update({ saving: isKnown ? put : [...saving, draft] });
  }

  #remove({ key }: OpenEditor, refused?: OpenEditor): void {
    const { saving, refused: others } = this.state.getSnapshot();
    this.state.update({
      saving: saving.filter((each) => each.key !== key),
      ...(refused ? { refused: [...others, refused] } : {}),
    });
  }
}

interface SaveQueueListener {
  readonly onSaved: (draft: OpenEditor, saved: Saved) => void;
  /** `isAwaited`: the organiser has pressed nothing since the submission. */
  readonly onRefused: (draft: OpenEditor, isAwaited: boolean) => void;
}

/** The saves of a screen. A save during which the session ends is sent again after the next sign-in. */
export function useSaveQueue(listener: SaveQueueListener) {
  const store = useSessionStore();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const { data: config } = useConfig();
  const countActs = useActs();
  const [submittedAt] = useState(() => new Map<string, number>());
  const [queue] = useState(() => new SaveQueue());
  useEffect(() => {
    queue.connect({
      save: async (draft, options) => {
        const outcome = await retryAfterSignIn(store, draft, () =>
          saveDraft(store.calls, draft, options, everyone, config),
        );
        return outcome.kind === 'saved' ? readSaved(feed, outcome.saved) : outcome;
      },
      onSaved: listener.onSaved,
      onRefused: (draft) => listener.onRefused(draft, submittedAt.get(draft.key) === countActs()),
    });
  });
  const { saving, refused } = useSyncExternalStore(queue.state.subscribe, queue.state.getSnapshot);
  return {
    queue,
    saving,
    refused,
    submit: (draft: OpenEditor, options: SaveOptions): void => {
      submittedAt.set(draft.key, countActs());
      queue.submit(draft, options);
    },
  };
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

/** A save with the runner as the server stored them, unless somebody else has changed them since. */
async function readSaved(feed: OrganisersFeed, saved: Saved): Promise<SaveOutcome> {
  await feed.settle(saved.version);
  const known = feed.findRunner(saved.runnerId);
  const isSame = known?.rev === saved.base.rev;
  const base = isSame ? { values: valuesOf(known), rev: known.rev } : saved.base;
  return { kind: 'saved', saved: { ...saved, base } };
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

/** Counts keys and presses on the page: without any since a submission the organiser is waiting for it. */
function useActs(): () => number {
  const acts = useRef(0);
  useEffect(() => {
    const count = (event: Event): void => {
      if (event instanceof KeyboardEvent && !isWork(event)) return;
      acts.current += 1;
    };
    document.addEventListener('keydown', count, true);
    document.addEventListener('pointerdown', count, true);
    return () => {
      document.removeEventListener('keydown', count, true);
      document.removeEventListener('pointerdown', count, true);
    };
  }, []);
  return () => acts.current;
}

/** Not the Enter that submits, which may be held or followed by a line feed. */
function isWork({ key, repeat }: KeyboardEvent): boolean {
  return !repeat && !['Enter', 'Shift', 'Control', 'Alt', 'Meta'].includes(key);
}
