/** Wakes the one who waits when there may be something to do; a ring while nobody waits is kept. */
export class Doorbell {
  #isRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, at once if there was one since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isRung) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isRung = false;
    this.#wake = undefined;
  }
}
