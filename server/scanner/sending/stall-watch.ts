import { timing } from '#server/system/timing.mjs';
import { MINUTE_MS } from '#shared/model/time.ts';

/** How long nothing may be stored while there is something to store. */
const STALL_MS = timing('scannerStallMs', MINUTE_MS);

/**
 * Notices that nothing gets through while the journal has reads, whatever the cause: a connection
 * may be open and dead in ways that nobody has thought of.
 */
export class StallWatch {
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `onStall` is called after each minute in which nothing got through. */
  constructor(onStall: () => void) {
    this.#onStall = onStall;
  }

  /** There is something to store. */
  begin(): void {
    this.#timer ??= setInterval(this.#onStall, STALL_MS);
  }

  /** Something got through, or nothing is to be stored any more. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
