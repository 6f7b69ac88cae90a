import { err, ok, type Result } from './outcome.ts';
import { cleanText, findTextFault, quoteGiven } from './text-rules.ts';
import { type DurationMs, parseDuration } from './time.ts';

/*
 * What an organiser types in the place of a value and means something else by it: `DELETE` as team, an override
 * time that stands for DNF or DNS. It is read here alone; whatever follows goes by the names that come out.
 */

/** Typed as team, this deletes the runner (PROTOCOL.md CL21). */
export const DELETE_WORD = 'DELETE';

/** What is meant by what stands in the place of the team: a keyboard of a phone writes `Delete`. */
export type TeamMeaning = 'delete' | 'like-delete' | 'team';

export function readTeam(typed: string): TeamMeaning {
  const team = typed.trim();
  if (team === DELETE_WORD) return 'delete';
  return team.toUpperCase() === DELETE_WORD ? 'like-delete' : 'team';
}

/** What an organiser decided in place of the scans: a total, or that the runner did not finish or did not start. */
export type Override =
  | { readonly kind: 'total'; readonly totalMs: DurationMs }
  | { readonly kind: 'dnf' }
  | { readonly kind: 'dns' };

/** How an override without a total is kept (RULES.md OV2, OV7). */
export const KEPT_OVERRIDES = { dnf: '00:00:01', dns: 'DNS' } as const;

/** The most characters of the rule that a disqualified runner broke. */
const MAX_BROKEN_RULE = 200;

const DNF_MS = parseDuration(KEPT_OVERRIDES.dnf);
const MINUTES_FORM = /^(\d{1,3}):([0-5]\d)$/;
/** Fewer minutes than this may as well be hours: 1:02 is asked about. */
const FEWEST_MINUTES = 10;

/** Reads an override as it is kept; undefined when it is empty, zero or no time (RULES.md OV1, OV2, OV7). */
export function parseOverride(kept: string): Override | undefined {
  if (kept.trim().toUpperCase() === KEPT_OVERRIDES.dns) return { kind: 'dns' };
  const totalMs = parseDuration(kept);
  if (totalMs === undefined || totalMs === 0) return undefined;
  return totalMs === DNF_MS ? { kind: 'dnf' } : { kind: 'total', totalMs };
}

const DSQ_FORM = /^dsq(?=[^\p{L}\p{N}]|$)[\s:,.–-]*(.*)$/isu;

/** What an organiser decided by what they typed, as it is kept (RULES.md OV9). */
export interface Decision {
  readonly overrideTime: string;
  /** The rule that was broken; empty: disqualified no more; absent where nothing was said of it. */
  readonly rule?: string;
}

/**
 * Reads an override as {@link readOverrideText} does, or as a file has it, with what it says of a disqualification. `00:00:01` says
 * nothing of it, since a page that does not know of it sends that for a runner who is disqualified.
 */
export function readDecision(
  text: string,
  read: (text: string) => Result<string, string> = readOverrideText,
): Result<Decision, string> {
  const reading = read(text);
  if (!reading.ok) return reading;
  const rule = findBrokenRule(reading.value);
  if (rule !== undefined) return ok({ overrideTime: KEPT_OVERRIDES.dnf, rule });
  const isTyped = text.trim().toUpperCase() === 'DNF';
  return ok({ overrideTime: reading.value, ...(isTyped ? { rule: '' } : {}) });
}

/** The override of a runner as it is typed: of one who is disqualified `DSQ` and the rule. */
export function writeOverride(overrideTime: string, rule: string | undefined): string {
  return rule === undefined ? overrideTime : `DSQ ${rule}`;
}

/** The rule after `DSQ`, empty without one; undefined where the text is something else. */
export function findBrokenRule(text: string): string | undefined {
  return DSQ_FORM.exec(text.trim())?.[1];
}

/**
 * Reads an override time as organisers type it (RULES.md OV6): the form that is kept, `DNF`, `DNS`, `DSQ` with the
 * rule that was broken, or minutes and seconds. Empty when none is given.
 */
export function readOverrideText(text: string): Result<string, string> {
  const [, minutes, seconds] = MINUTES_FORM.exec(text.trim()) ?? [];
  if (minutes !== undefined && seconds !== undefined) return readMinutes(Number(minutes), seconds);
  return readOverrideTime(text.trim());
}

/**
 * Reads an override as a file of runners has it (RULES.md OV6): a total in the form that is kept, `H:MM:SS` or
 * `HH:MM:SS`, or one of the words `DNF` and `DNS`, or `DSQ` and the rule that was broken; empty when none is given.
 */
export function readOverrideTime(text: string): Result<string, string> {
  const typed = text.trim();
  if (typed === '') return ok('');
  const word = typed.toUpperCase();
  if (word === 'DNF') return ok(KEPT_OVERRIDES.dnf);
  if (word === 'DNS') return ok(KEPT_OVERRIDES.dns);
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

function readMinutes(minutes: number, seconds: string): Result<string, string> {
  const rest = String(minutes % 60).padStart(2, '0');
  if (minutes >= FEWEST_MINUTES) return ok(`${Math.floor(minutes / 60)}:${rest}:${seconds}`);
  return err(
    `The override time ${minutes}:${seconds} may be hours or minutes: write ${minutes}:${seconds}:00, or 0:${rest}:${seconds}.`,
  );
}
