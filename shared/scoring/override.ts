import type { DurationMs } from '../model/time.ts';
import { SECOND_MS, parseDuration } from '../model/time.ts';

/** The override that means "did not finish" (RULES.md OV2). */
const DNF_OVERRIDE_MS = SECOND_MS;

/** What an organiser decided in place of the scans: a total, or that the runner did not finish. */
export type Override =
  | { readonly kind: 'total'; readonly totalMs: DurationMs }
  | { readonly kind: 'dnf' };

/** Reads an override time; undefined when it is empty, zero or no time (RULES.md OV1). */
export function parseOverride(text: string): Override | undefined {
  const totalMs = parseDuration(text);
  if (totalMs === undefined || totalMs === 0) return undefined;
  return totalMs === DNF_OVERRIDE_MS ? { kind: 'dnf' } : { kind: 'total', totalMs };
}
