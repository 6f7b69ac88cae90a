import { err, ok, type Result } from './outcome.ts';
import { quoteGiven } from './text-rules.ts';
import { parseDuration } from './time.ts';

/** What is kept for a runner who did not finish (RULES.md OV2). */
export const DNF_TEXT = '00:00:01';

/** What is kept for a runner who did not start (RULES.md OV7). */
export const DNS_TEXT = 'DNS';

const MINUTES_FORM = /^(\d{1,3}):([0-5]\d)$/;
/** Fewer minutes than this may as well be hours: 1:02 is asked about. */
const FEWEST_MINUTES = 10;

/**
 * Reads an override time as organisers type it (RULES.md OV6): the form that
 * is kept, `DNF`, `DNS`, or minutes and seconds. Empty when none is given.
 */
export function readOverrideText(text: string): Result<string, string> {
  const typed = text.trim();
  if (typed === '') return ok('');
  const [, minutes, seconds] = MINUTES_FORM.exec(typed) ?? [];
  if (minutes !== undefined && seconds !== undefined) return readMinutes(Number(minutes), seconds);
  return readOverrideTime(typed);
}

/**
 * Reads an override as a file of runners has it (RULES.md OV6): a total in the form that is kept, `H:MM:SS` or
 * `HH:MM:SS`, or one of the words `DNF` and `DNS`; empty when none is given.
 */
export function readOverrideTime(text: string): Result<string, string> {
  const typed = text.trim();
  if (typed === '') return ok('');
  const word = typed.toUpperCase();
  if (word === 'DNF') return ok(DNF_TEXT);
  if (word === DNS_TEXT) return ok(DNS_TEXT);
  const durationMs = parseDuration(typed);
  if (durationMs === undefined) {
    return err(
      `The override time ${quoteGiven(text)} is not of the form H:MM:SS (00:00:01 or DNF means did not finish, DNS did not start).`,
    );
  }
  return durationMs === 0
    ? err('The override time is zero: leave it empty for none, write 00:00:01 for did not finish.')
    : ok(typed);
}

function readMinutes(minutes: number, seconds: string): Result<string, string> {
  const rest = String(minutes % 60).padStart(2, '0');
  if (minutes >= FEWEST_MINUTES) return ok(`${Math.floor(minutes / 60)}:${rest}:${seconds}`);
  return err(
    `The override time ${minutes}:${seconds} may be hours or minutes: write ${minutes}:${seconds}:00, or 0:${rest}:${seconds}.`,
  );
}
