/** Holds back callers of {@link Gate.passed} until the test opens it. */
export class Gate {
  open!: () => void;
  readonly passed = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}
