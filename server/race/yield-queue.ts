import { setImmediate as yieldOnce } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits, within long work, for a turn of the event loop in which no other long work of this process goes on, so that short
 * work waits for one at most.
 */
export function yieldToOthers(): Promise<unknown> {
  last = last.then(() => yieldOnce());
  return last;
}
