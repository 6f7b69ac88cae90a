import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';

import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import type { Overlay } from './overlay.ts';

/** The time of day as one process sees it, with all that it starts. */
export class RaceClock {
  /** For the process. */
  readonly env: Overlay;
  readonly #path: string;

  /** `path` is a file of its own, `library` what `clock-shift.c` was compiled to. */
  constructor(path: string, library: string) {
    this.#path = path;
    writeFileSync(path, Buffer.alloc(8));
    this.env = { LD_PRELOAD: library, CLOCK_SHIFT: path };
  }

  /** So far ahead it is from now on, behind where negative, in whole seconds. */
  set(aheadMs: DurationMs): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(aheadMs / SECOND_MS));
    // Written over, since processes have it in their memory.
    const file = openSync(this.#path, 'r+');
    writeSync(file, bytes, 0, bytes.length, 0);
    closeSync(file);
  }
}
