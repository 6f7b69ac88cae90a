import { ObservableState } from '#client/live/observable-state.ts';
import {
  type Draft,
  refuseForError,
  type Saved,
  saveDraft,
  type SaveOptions,
  type SaveOutcome,
} from './save-draft.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallError } from '#client/organisers/calls/call-error.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { OrganisersFeed } from '#client/organisers/lists/organisers-feed.ts';
import type { SessionStore } from '#client/organisers/session/session-store.ts';
import { useSessionStore } from '#client/organisers/session/use-session.ts';
import { type EditorValues, valuesOf } from '#client/organisers/runners/editor-values.ts';

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

export interface QueuedSaves<D extends Draft> {
  readonly saving: readonly D[];
  readonly refused: readonly D[];
}

export interface SaveQueueHandlers<D extends Draft> {
  /** Sends one draft; never rejects. */
  readonly save: (draft: D, options: SaveOptions) => Promise<SaveOutcome>;
  readonly onSaved: (draft: D, saved: Saved) => void;
  /** The draft waits among the refused until somebody takes it. */
  readonly onRefused: (draft: D) => void;
}

interface Job<D> {
  readonly draft: D;
  readonly options: SaveOptions;
}

/**
 * Saves drafts while one goes on typing elsewhere (SCREENS.md SG13), in phases:
 * 1. `submit` puts a draft into the queue: it is `saving`, whether it is sent already or not.
 * 2. One draft of a runner is sent at a time, in order; those of other runners do not wait for it.
 * 3. A draft that is submitted while an earlier one of its runner is on the way takes its place:
 *    it was typed over that. It is sent next, on the revision that the earlier one made.
 * 4. Saved, a draft leaves the queue. Refused, it stays as it was typed, with the reason, until
 *    `take` hands it to a form again; unless a later draft of the runner is to be sent.
 */
export class SaveQueue<D extends Draft> {
  readonly state = new ObservableState<QueuedSaves<D>>({ saving: [], refused: [] });
  #handlers: SaveQueueHandlers<D> | undefined;
  /** The next draft of a runner, sent once the one in progress is answered. */
  readonly #next = new Map<string, Job<D>>();

  connect(handlers: SaveQueueHandlers<D>): void {
    this.#handlers = handlers;
  }

  submit(draft: D, options: SaveOptions = {}): void {
    const isUnderWay = this.findSaving(draft.key) !== undefined;
    this.take(draft.key);
    this.#setSaving(draft);
    if (isUnderWay) this.#next.set(draft.key, { draft, options });
    else void this.#run({ draft, options });
  }

  findSaving(key: string): D | undefined {
    return this.state.getSnapshot().saving.find((draft) => draft.key === key);
  }

  /** Hands over a refused draft, which then belongs to the caller. */
  take(key: string): D | undefined {
    const { refused } = this.state.getSnapshot();
    const draft = refused.find((each) => each.key === key);
    if (draft) this.state.update({ refused: refused.filter((each) => each !== draft) });
    return draft;
  }

  async #run(first: Job<D>): Promise<void> {
    const { key } = first.draft;
    let job: Job<D> | undefined = first;
    while (job && this.#handlers) {
      const { draft }: Job<D> = job;
      const outcome = await this.#handlers.save(draft, job.options);
      const next = this.#next.get(key);
      this.#next.delete(key);
      job = next;
      if (outcome.kind === 'saved') {
        if (next) job = { ...next, draft: { ...next.draft, base: outcome.saved.base } };
        else this.#settle(draft);
        this.#handlers.onSaved(draft, outcome.saved);
      } else if (!next) {
        const refused = { ...draft, ...outcome.draft };
        this.#settle(draft, refused);
        this.#handlers.onRefused(refused);
      }
    }
  }

  #setSaving(draft: D): void {
    const { saving } = this.state.getSnapshot();
    const isKnown = saving.some(({ key }) => key === draft.key);
    const put = saving.map((each) => (each.key === draft.key ? draft : each));
    this.state.update({ saving: isKnown ? put : [...saving, draft] });
  }

  #settle({ key }: D, refused?: D): void {
    const { saving, refused: others } = this.state.getSnapshot();
    this.state.update({
      saving: saving.filter((each) => each.key !== key),
      ...(refused ? { refused: [...others, refused] } : {}),
    });
  }
}

/** How often a draft is sent when the session ends over it each time. */
const MOST_TRIES = 5;

interface SaveQueueListener {
  readonly onSaved: (draft: OpenEditor, saved: Saved) => void;
  /** `isWaitedFor`: nothing has been pressed since it was submitted. */
  readonly onRefused: (draft: OpenEditor, isWaitedFor: boolean) => void;
}

interface ScreenSaves extends QueuedSaves<OpenEditor> {
  readonly queue: SaveQueue<OpenEditor>;
  readonly submit: (draft: OpenEditor, options: SaveOptions) => void;
}

/** The saves of a screen. A save during which the session ends is resent once somebody has signed in. */
export function useSaveQueue(listener: SaveQueueListener): ScreenSaves {
  const store = useSessionStore();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const { data: config } = useConfig();
  const countActs = useActs();
  const [submittedAt] = useState(() => new Map<string, number>());
  const [queue] = useState(() => new SaveQueue<OpenEditor>());
  useEffect(() => {
    queue.connect({
      save: (draft, options) => save({ store, feed, draft, options, everyone, config }),
      onSaved: listener.onSaved,
      onRefused: (draft) => listener.onRefused(draft, submittedAt.get(draft.key) === countActs()),
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
  readonly config: RaceConfig | undefined;
}

async function save(attempt: Attempt, tries = 1): Promise<SaveOutcome> {
  const { store, feed, draft, options, everyone, config } = attempt;
  try {
    const outcome = await saveDraft(store.calls, draft, options, everyone, config);
    if (outcome.kind === 'refused') return outcome;
    const { saved } = outcome;
    await feed.settle(saved.version);
    // The runner as the server keeps it, unless somebody else has changed it since.
    const known = feed.findRunner(saved.runnerId);
    if (known?.rev !== saved.base.rev) return outcome;
    return {
      kind: 'saved',
      saved: { ...saved, base: { values: valuesOf(known), rev: known.rev } },
    };
  } catch (error) {
    if (!isSessionOver(error) || tries === MOST_TRIES) return refuseForError(draft, error);
    await signedInAgain(store);
    return save(attempt, tries + 1);
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

/** Counts keys and presses on the page: none since a submission means that the organiser waits for it. */
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
