import { keepText, ofDevice, readText } from '#client/live/kept-texts.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { DurationMs } from '#shared/model/time.ts';

/** The pass in use, and what is known of it without a network. */
export interface KeptPass {
  readonly pass: string;
  readonly point?: TimePoint;
  /** How far the race's clock was ahead of the phone's. */
  readonly offsetMs?: DurationMs;
}

const NAME = 'splitcast.marshal';
const PASS = /^[\w.~-]{16,400}$/;

/** The pass that stands in the fragment of the address. */
function findPass(hash: string): string | undefined {
  const text = hash.slice(1);
  return PASS.test(text) ? text : undefined;
}

/** Takes a pass that was scanned out of the address, and hands over the one in use; undefined where there is none. */
export function takePass(): KeptPass | undefined {
  const kept = readKept();
  const scanned = findPass(location.hash);
  if (scanned === undefined) return kept;
  const taken = kept?.pass === scanned ? kept : { pass: scanned };
  // Where it cannot be kept it stays in the address, from which the page can be loaded anew.
  if (keepPass(taken)) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}

/** False where the phone does not. */
export function keepPass(pass: KeptPass): boolean {
  return keepText(ofDevice, NAME, JSON.stringify(pass));
}

function readKept(): KeptPass | undefined {
  try {
    const kept = JSON.parse(readText(ofDevice, NAME) ?? 'null') as Partial<KeptPass>;
    return typeof kept?.pass === 'string' ? (kept as KeptPass) : undefined;
  } catch {
    return undefined;
  }
}
