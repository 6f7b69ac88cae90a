import { ObservableState } from '#client/live/observable-state.ts';
import type { TextPart } from '#shared/model/setting-parts.ts';

import {
  type FormTexts,
  type SettingTexts,
  showValue,
  takeLatest,
  textsBy,
} from './setting-texts.ts';

/** The fields on the screen. */
export interface FormFields {
  readonly read: () => SettingTexts;
  readonly write: (field: TextPart, text: string) => void;
  /** The field with the cursor in it. */
  readonly findHeld: () => TextPart | undefined;
}

export interface DraftState {
  /** The values that the fields were typed over. */
  readonly base: SettingTexts;
  /** Fields that show what somebody else saved while the form was open. */
  readonly news: readonly TextPart[];
}

/** What is being written over settings that others change too; for `useSyncExternalStore`. */
export class ConfigDraft {
  readonly #fields: FormFields;
  readonly #state: ObservableState<DraftState>;

  constructor(values: SettingTexts, fields: FormFields) {
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
  absorb(latest: SettingTexts): void {
    const { base, taken } = takeLatest(this.texts, latest, this.#fields.findHeld());
    const { news } = this.getSnapshot();
    this.#state.update({ base, news: [...new Set([...news, ...taken])] });
    this.#show(taken, latest);
  }

  /**
   * Takes in what this screen saved in `fields`. A field whose text has gone
   * on since it was `sent` keeps it.
   */
  adopt(saved: SettingTexts, fields: readonly TextPart[], sent?: SettingTexts): void {
    const { typed, base } = this.texts;
    const still = fields.filter((field) => !sent || typed[field] === sent[field]);
    this.#state.update({
      base: textsBy((field) => (fields.includes(field) ? saved : base)[field]),
    });
    this.#show(still, saved);
    this.absorb(saved);
  }

  /** Ends a conflict: from now on the field is typed over what the others saved, or shows it. */
  settle(field: TextPart, latest: SettingTexts, keep: 'mine' | 'theirs'): void {
    this.#state.update({ base: { ...this.getSnapshot().base, [field]: latest[field] } });
    if (keep === 'theirs') this.#show([field], latest);
  }

  clearNews(): void {
    this.#state.update({ news: [] });
  }

  #show(fields: readonly TextPart[], values: SettingTexts): void {
    const typed = this.#fields.read();
    for (const field of fields) {
      const text = showValue(field, values[field]);
      if (typed[field] !== text) this.#fields.write(field, text);
    }
  }
}
