import { ObservableState } from '#client/live/observable-state.ts';
import type { ConfigField, ConfigTexts } from '#client/organisers/texts/config-texts.ts';
import { showValue } from '#client/organisers/texts/config-texts.ts';
import type { FormTexts } from './merge-config.ts';
import { mergeLatest, pick } from './merge-config.ts';

/** The fields on the screen. */
export interface FormFields {
  readonly read: () => ConfigTexts;
  readonly write: (field: ConfigField, text: string) => void;
  /** The field with the cursor in it. */
  readonly findHeld: () => ConfigField | undefined;
}

export interface DraftState {
  /** The values that the fields were typed over. */
  readonly base: ConfigTexts;
  /** Fields that show what somebody else saved while the form was open. */
  readonly news: readonly ConfigField[];
}

/** What is being written over settings that others change too; for `useSyncExternalStore`. */
export class ConfigDraft {
  readonly #fields: FormFields;
  readonly #state: ObservableState<DraftState>;

  constructor(values: ConfigTexts, fields: FormFields) {
    this.#fields = fields;
    this.#state = new ObservableState<DraftState>({ base: values, news: [] });
  }

  readonly getSnapshot = (): DraftState => this.#state.getSnapshot();

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** What is typed at this moment, and over what. */
  get texts(): FormTexts {
    return { typed: this.#fields.read(), base: this.getSnapshot().base };
  }

  /** Takes in settings that were fetched; nothing that is being typed is touched. */
  absorb(latest: ConfigTexts): void {
    const { base, taken } = mergeLatest(this.texts, latest, this.#fields.findHeld());
    const { news } = this.getSnapshot();
    this.#state.update({ base, news: [...new Set([...news, ...taken])] });
    this.#show(taken, latest);
  }

  /**
   * Takes in what this screen saved in `fields`. A field whose text has gone
   * on since it was `sent` keeps it.
   */
  adopt(saved: ConfigTexts, fields: readonly ConfigField[], sent?: ConfigTexts): void {
    const { typed, base } = this.texts;
    const still = fields.filter((field) => !sent || typed[field] === sent[field]);
    this.#state.update({ base: pick((field) => (fields.includes(field) ? saved : base)[field]) });
    this.#show(still, saved);
    this.absorb(saved);
  }

  /** Ends a conflict: from now on the field is typed over what the others saved, or shows it. */
  settle(field: ConfigField, latest: ConfigTexts, keep: 'mine' | 'theirs'): void {
    this.#state.update({ base: { ...this.getSnapshot().base, [field]: latest[field] } });
    if (keep === 'theirs') this.#show([field], latest);
  }

  clearNews(): void {
    this.#state.update({ news: [] });
  }

  #show(fields: readonly ConfigField[], values: ConfigTexts): void {
    const typed = this.#fields.read();
    for (const field of fields) {
      const text = showValue(field, values[field]);
      if (typed[field] !== text) this.#fields.write(field, text);
    }
  }
}
