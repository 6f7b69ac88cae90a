import { DNS_TEXT } from '../model/override-text.ts';
import { type Runner, isWristbanded } from '../model/runner.ts';
import { type DurationMs, parseDuration, SECOND_MS } from '../model/time.ts';

/** The override that means "did not finish" (RULES.md OV2). */
const DNF_OVERRIDE_MS = SECOND_MS;

/** What an organiser decided in place of the scans: a total, or that the runner did not finish or did not start. */
export type Override =
  | { readonly kind: 'total'; readonly totalMs: DurationMs }
  | { readonly kind: 'dnf' }
  | { readonly kind: 'dns' };

/** Reads an override time; undefined when it is empty, zero or no time (RULES.md OV1, OV7). */
export function parseOverride(text: string): Override | undefined {
  if (text === '') return undefined;
  if (text.trim().toUpperCase() === DNS_TEXT) return { kind: 'dns' };
  const totalMs = parseDuration(text);
  if (totalMs === undefined || totalMs === 0) return undefined;
  return totalMs === DNF_OVERRIDE_MS ? { kind: 'dnf' } : { kind: 'total', totalMs };
}

/**
 * Whether a runner takes part, as the public knows it (RULES.md MS3): who holds a wristband or has an
 * override, and is not known not to have started.
 */
export function takesPart(runner: Runner): boolean {
  const override = parseOverride(runner.overrideTime);
  return override === undefined ? isWristbanded(runner) : override.kind !== 'dns';
}
