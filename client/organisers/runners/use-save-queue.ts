import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { CallError } from '../calls/call-error.ts';
import { useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import type { OrganisersFeed } from '../lists/organisers-feed.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSessionStore } from '../session/use-session.ts';
import { valuesOf } from './editor-values.ts';
import {
  refuseForError,
  type Saved,
  saveDraft,
  type SaveOptions,
  type SaveOutcome,
} from './save-draft.ts';
import { type QueuedSaves, SaveQueue } from './save-queue.ts';
import type { OpenEditor } from './use-editor.ts';

/** How often a draft is sent when the session ends over it each time. */
const MOST_TRIES = 5;

export interface SaveQueueListener {
  readonly onSaved: (draft: OpenEditor, saved: Saved) => void;
  /** `isWaitedFor`: nobody has pressed anything since it was submitted. */
  readonly onRefused: (draft: OpenEditor, isWaitedFor: boolean) => void;
}

export interface ScreenSaves extends QueuedSaves<OpenEditor> {
  readonly queue: SaveQueue<OpenEditor>;
  readonly submit: (draft: OpenEditor, options: SaveOptions) => void;
}

/** The saves of a screen. One whose session ends is sent again when somebody has signed in. */
export function useSaveQueue(listener: SaveQueueListener): ScreenSaves {
  const store = useSessionStore();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const countActs = useActs();
  const [submittedAt] = useState(() => new Map<string, number>());
  const [queue] = useState(() => new SaveQueue<OpenEditor>());
  useEffect(() => {
    queue.connect({
      save: (draft, options) => save({ store, feed, draft, options, everyone }),
      onSaved: listener.onSaved,
      onRefused: (draft) => {
        listener.onRefused(draft, submittedAt.get(draft.key) === countActs());
      },
    });
  });
  const { saving, refused } = useSyncExternalStore(queue.state.subscribe, queue.state.getSnapshot);
  return {
    queue,
    saving,
    refused,
    submit: (draft, options) => {
      submittedAt.set(draft.key, countActs());
      queue.submit(draft, options);
    },
  };
}

interface Attempt {
  readonly store: SessionStore;
  readonly feed: OrganisersFeed;
  readonly draft: OpenEditor;
  readonly options: SaveOptions;
  readonly everyone: readonly AdminRunner[];
}

async function save(attempt: Attempt, tries = 1): Promise<SaveOutcome> {
  const { store, feed, draft, options, everyone } = attempt;
  try {
    const outcome = await saveDraft(store.calls, draft, options, everyone);
    if (outcome.kind === 'refused') return outcome;
    const { saved } = outcome;
    await feed.settle(saved.version);
    // As the server keeps it, unless somebody else has changed it since.
    const known = feed.findRunner(saved.runnerId);
    if (known?.rev !== saved.base.rev) return outcome;
    return {
      kind: 'saved',
      saved: { ...saved, base: { values: valuesOf(known), rev: known.rev } },
    };
  } catch (error) {
    const isOver = await isSessionOver(store, error);
    if (!isOver || tries === MOST_TRIES) return refuseForError(draft, error);
    await signedInAgain(store);
    return save(attempt, tries + 1);
  }
}

/** Whether a call was refused because nobody is signed in any more, or not with a password of their own. */
async function isSessionOver(store: SessionStore, error: unknown): Promise<boolean> {
  const isRefused =
    error instanceof CallError && (error.status === 401 || error.code === 'password-change');
  if (isRefused) await store.check();
  return isRefused;
}

/** Resolves when the screen of an ended session goes on. */
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

/** Counts what is pressed on the page, to tell whether somebody went on or waits. */
function useActs(): () => number {
  const acts = useRef(0);
  useEffect(() => {
    const count = (event: Event): void => {
      if (event instanceof KeyboardEvent && !isGoingOn(event)) return;
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

/** The Enter that submits may be held, or be followed by a line feed. */
function isGoingOn({ key, repeat }: KeyboardEvent): boolean {
  return !repeat && !['Enter', 'Shift', 'Control', 'Alt', 'Meta'].includes(key);
}
