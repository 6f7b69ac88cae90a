/** Work on a whole race, in parts of a few milliseconds: others can have a turn after each. */
export type Steps<T> = Generator<void, T, void>;

/** All of it in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
