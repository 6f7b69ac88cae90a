import { parseJsonObject } from '#shared/model/json-object.ts';
import { keepText, ofDevice, readText } from '#client/live/text-storage.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { DurationMs } from '#shared/model/time.ts';

/** The pass in use, and its point and clock as known offline. */
export interface KeptPass {
  readonly pass: string;
  readonly point?: TimePoint;
  /** How far the race's clock is ahead of the phone's. */
  readonly offsetMs?: DurationMs;
}

/** Its key in `localStorage`. */
export const KEPT_PASS = 'splitcast.marshal';
const PASS = /^[\w.~-]{16,400}$/;

/** Moves a scanned pass from the address to the storage, and returns the pass in use, if any. */
export function takePass(): KeptPass | undefined {
  const kept = readKept();
  const pass = location.hash.slice(1);
  if (!PASS.test(pass)) return kept;
  // The offset of the clock does not depend on the pass.
  const { offsetMs } = kept ?? {};
  const taken = kept?.pass === pass ? kept : { pass, ...(offsetMs !== undefined && { offsetMs }) };
  // If it cannot be stored it stays in the address, for reloads.
  if (keepPass(taken)) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}

/** Updates the stored pass, unless another tab has replaced it. */
export function keepKnown(known: KeptPass): void {
  if (readKept()?.pass === known.pass) keepPass(known);
}

/** False if the phone cannot store it. */
function keepPass(pass: KeptPass): boolean {
  return keepText(ofDevice, KEPT_PASS, JSON.stringify(pass));
}

function readKept(): KeptPass | undefined {
  const kept = parseJsonObject(readText(ofDevice, KEPT_PASS) ?? '');
  return typeof kept?.['pass'] === 'string' ? (kept as unknown as KeptPass) : undefined;
}
