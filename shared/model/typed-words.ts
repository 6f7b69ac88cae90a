import { err, ok, type Result } from './outcome.ts';
import { cleanText, findTextFault, quoteGiven } from './text-rules.ts';
import { type DurationMs, parseDuration, readSpan, writeDuration } from './time.ts';

/*
 * Words that an organiser types in place of a value, with another meaning: `DELETE` as team, an override time that
 * stands for DNF or DNS. Only this file reads them; all other code uses the names it returns.
 */

/** Typed as team, this deletes the runner (PROTOCOL.md CL17). */
export const DELETE_WORD = 'DELETE';

export function isDeleteWord(team: string): boolean {
  return team.trim() === DELETE_WORD;
}

/** An organiser's decision that overrides the scans. */
export type Override =
  | { readonly kind: 'total'; readonly totalMs: DurationMs }
  | { readonly kind: 'dnf' }
  | { readonly kind: 'dns' };

/** The stored form of an override without a total (RULES.md OV1, OV7). */
export const STORED_OVERRIDES = { dnf: '00:00:01', dns: 'DNS' } as const;

const MAX_BROKEN_RULE = 200;

const DNF_MS = parseDuration(STORED_OVERRIDES.dnf);
const MINUTES_FORM = /^\d{1,3}:[0-5]\d$/;

/** Parses a stored override; undefined if empty, zero or unreadable (RULES.md OV1, OV7). */
export function parseOverride(kept: string): Override | undefined {
  if (kept.trim().toUpperCase() === STORED_OVERRIDES.dns) return { kind: 'dns' };
  const totalMs = parseDuration(kept);
  if (totalMs === undefined || totalMs === 0) return undefined;
  return totalMs === DNF_MS ? { kind: 'dnf' } : { kind: 'total', totalMs };
}

const DSQ_FORM = /^dsq(?=[^\p{L}\p{N}]|$)[\s:,.–-]*(.*)$/isu;

/** A typed decision in its stored form (RULES.md OV9). */
export interface Decision {
  readonly overrideTime: string;
  /** The broken rule; empty ends the disqualification; absent where nothing was said of it. */
  readonly rule?: string;
}

/**
 * Parses a typed override with its disqualification. `00:00:01` leaves that as it is, since pages without
 * disqualifications send it.
 */
export function readDecision(
  text: string,
  read: (text: string) => Result<string, string> = readOverrideText,
): Result<Decision, string> {
  const reading = read(text);
  if (!reading.ok) return reading;
  const rule = findBrokenRule(reading.value);
  if (rule !== undefined) return ok({ overrideTime: STORED_OVERRIDES.dnf, rule });
  const isTyped = text.trim().toUpperCase() === 'DNF';
  return ok({ overrideTime: reading.value, ...(isTyped ? { rule: '' } : {}) });
}

/** The override as typed: of a disqualified runner `DSQ` and the rule. */
export function writeOverride(overrideTime: string, rule: string | undefined): string {
  return rule === undefined ? overrideTime : `DSQ ${rule}`;
}

/** The rule after `DSQ`; undefined for other texts. */
function findBrokenRule(text: string): string | undefined {
  return DSQ_FORM.exec(text.trim())?.[1];
}

/** Parses an override typed by an organiser (RULES.md OV1). */
export function readOverrideText(text: string): Result<string, string> {
  const typed = text.trim();
  const span = MINUTES_FORM.test(typed) ? readSpan(typed) : undefined;
  if (!span) return readOverrideTime(typed);
  if (span.orMs === undefined) return ok(writeDuration(span.ms));
  return err(
    `The override time ${typed} may be hours or minutes: write ${writeDuration(span.orMs)}, or ${writeDuration(span.ms)}.`,
  );
}

/** Parses an override in a file (RULES.md OV1): without minutes and seconds. */
export function readOverrideTime(text: string): Result<string, string> {
  const typed = text.trim();
  if (typed === '') return ok('');
  const word = typed.toUpperCase();
  if (word === 'DNF') return ok(STORED_OVERRIDES.dnf);
  if (word === 'DNS') return ok(STORED_OVERRIDES.dns);
  const rule = findBrokenRule(typed);
  if (rule !== undefined) return readBrokenRule(rule);
  const durationMs = parseDuration(typed);
  if (durationMs === undefined) {
    return err(
      `The override time ${quoteGiven(text)} is not of the form H:MM:SS (00:00:01 or DNF means did not finish, DNS did not start, DSQ and the rule that was broken disqualified).`,
    );
  }
  return durationMs === 0
    ? err('The override time is zero: leave it empty for none, write 00:00:01 for did not finish.')
    : ok(typed);
}

function readBrokenRule(text: string): Result<string, string> {
  const rule = cleanText(text);
  if (rule === '')
    return err('Write the rule that was broken after DSQ: DSQ left the course at CP3.');
  const fault = findTextFault(rule, MAX_BROKEN_RULE);
  return fault === undefined
    ? ok(writeOverride('', rule))
    : err(`The rule that was broken ${fault}.`);
}
