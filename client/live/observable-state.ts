/** State for `useSyncExternalStore`: a new object after every change. */
export class ObservableState<T extends object> {
  #state: T;
  readonly #listeners = new Set<() => void>();

  constructor(initial: T) {
    this.#state = initial;
  }

  readonly getSnapshot = (): T => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notifies the listeners, unless nothing changed. */
  update(changes: Partial<T>): void {
    const next = { ...this.#state, ...changes };
    const fields = Object.keys(next) as (keyof T)[];
    if (fields.every((field) => next[field] === this.#state[field])) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
