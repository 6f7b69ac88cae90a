import { ObservableState } from '../../live/observable-state.ts';
import type { Draft, Saved, SaveOutcome, SaveOptions } from './save-draft.ts';

/** What is on its way to the server, and what came back from there; in the order of submission. */
export interface QueuedSaves<D extends Draft> {
  readonly saving: readonly D[];
  readonly refused: readonly D[];
}

/** What the queue calls; it may be another one at each call. */
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
 * Saves drafts while one goes on typing elsewhere (SCREENS.md SG13, SG16), in phases:
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
  /** What is sent for a runner when the draft that is on its way was answered. */
  readonly #next = new Map<string, Job<D>>();

  /** To be called before anything is submitted. */
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

  /** The last draft of a runner that is not saved yet. */
  findSaving(key: string): D | undefined {
    return this.state.getSnapshot().saving.find((draft) => draft.key === key);
  }

  /** Hands over a refused draft, which is the caller's from then on. */
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
