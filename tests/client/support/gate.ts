/** Holds back callers of {@link Gate.passed} until the test opens it. */
export class Gate {
  readonly passed: Promise<void>;
  #resolve: (() => void) | undefined;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(): void {
    this.#resolve?.();
  }
}
