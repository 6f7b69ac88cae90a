/** Work on a whole race, in parts of a few milliseconds: other work can run after each. */
export type Steps<T> = Generator<void, T, void>;

/** Rows of a large field walked in one step. */
export const ROWS_PER_STEP = 500;

/** Runs all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Walks a list, yielding after every {@link ROWS_PER_STEP} items. */
export function* inSteps<T>(items: Iterable<T>, take: (item: T) => void): Steps<void> {
  let taken = 0;
  for (const item of items) {
    if (taken > 0 && taken % ROWS_PER_STEP === 0) yield;
    taken += 1;
    take(item);
  }
}
