import { type ControlEntry, keyOfEntry } from '#shared/model/control-entry.ts';
import { compareText } from '#shared/scoring/compare-text.ts';

/** The entries of race control (RULES.md RC7), one for each kind and subject. */
export class ControlEntries {
  readonly #byKey = new Map<string, ControlEntry>();

  put(entry: ControlEntry): void {
    this.#byKey.set(keyOfEntry(entry), entry);
  }

  delete(place: Pick<ControlEntry, 'kind' | 'subject'>): void {
    this.#byKey.delete(keyOfEntry(place));
  }

  find(place: Pick<ControlEntry, 'kind' | 'subject'>): ControlEntry | undefined {
    return this.#byKey.get(keyOfEntry(place));
  }

  /** In an order that is the same on every instance. */
  list(): ControlEntry[] {
    return [...this.#byKey.values()].toSorted((a, b) => compareText(keyOfEntry(a), keyOfEntry(b)));
  }
}
