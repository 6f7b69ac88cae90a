/**
 * Calls `push` at once when idle, and while more comes in, at most once an
 * interval: what happens meanwhile is carried by the next call, however much.
 */
export class ConflatedPush {
  readonly #push: () => void;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(push: () => void, intervalMs: number) {
    this.#push = push;
    this.#intervalMs = intervalMs;
  }

  request(): void {
    if (this.#timer) this.#isWanted = true;
    else this.#run();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWanted = false;
  }

  #run(): void {
    this.#isWanted = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted) this.#run();
    }, this.#intervalMs);
    this.#push();
  }
}
