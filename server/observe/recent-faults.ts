/** The newest ones. */
const MOST_FAULTS = 50;

/** A fault by the number in its answer and in the log; its message may name somebody, and is not kept. */
export interface NumberedFault {
  readonly number: string;
  readonly at: string;
  /** The class of the error. */
  readonly kind: string;
}

/** The numbers of the faults since the start (PROTOCOL.md CL7). */
export class RecentFaults {
  #faults: NumberedFault[] = [];

  note(number: string, error: unknown): void {
    const kind = error instanceof Error ? error.constructor.name : typeof error;
    const at = new Date().toISOString();
    this.#faults = [...this.#faults, { number, at, kind }].slice(-MOST_FAULTS);
  }

  list(): readonly NumberedFault[] {
    return this.#faults;
  }
}
