/** Work on a whole race, in parts of a few milliseconds: others can have a turn after each. */
export type Steps<T> = Generator<void, T, void>;

/** How many rows of a large field are gone through in one step. */
export const ROWS_PER_STEP = 500;

/** All of it in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Goes through a list; others can have a turn after every {@link ROWS_PER_STEP} of it. */
export function* inSteps<T>(items: Iterable<T>, take: (item: T) => void): Steps<void> {
  let taken = 0;
  for (const item of items) {
    if (taken > 0 && taken % ROWS_PER_STEP === 0) yield;
    taken += 1;
    take(item);
  }
}
