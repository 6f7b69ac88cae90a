import { cleanText } from './text-rules.ts';

interface SplitName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Words that begin a surname. */
const PARTICLES: ReadonlySet<string> = new Set(
  (
    'ap ab ferch verch van von der den de del della di da das dos du la le ten ter zu zur ' +
    'af av al el bin ibn mac mc st saint'
  ).split(' '),
);

/** Two capitals and no small letter: `O’BRIEN`, but not `J`. */
const IN_CAPITALS = /^(?=.*\p{Lu}.*\p{Lu})[^\p{Ll}]+$/u;

/**
 * Splits a full name: `Surname, First` at the comma; `First SURNAME` and `SURNAME First` by the capitals; else before
 * the last word and its particles (`van der Berg`, `ap Rhys`). A single word is a first name without a surname.
 */
export function splitName(text: string): SplitName {
  const name = cleanText(text);
  const comma = name.indexOf(',');
  if (comma !== -1) {
    const [lastName, firstName] = [name.slice(0, comma), name.slice(comma + 1)];
    return { firstName: firstName.trim(), lastName: lastName.trim() };
  }
  const words = name.split(' ');
  return splitByCapitals(words) ?? splitBeforeLast(words);
}

function splitByCapitals(words: readonly string[]): SplitName | undefined {
  const isCapital = words.map((word) => IN_CAPITALS.test(word));
  const first = isCapital.indexOf(true);
  const last = isCapital.lastIndexOf(true);
  const isRun = first !== -1 && isCapital.slice(first, last + 1).every(Boolean);
  if (!isRun || (first > 0 && last < words.length - 1)) return undefined;
  const lastName = words.slice(first, last + 1).join(' ');
  const firstName = [...words.slice(0, first), ...words.slice(last + 1)].join(' ');
  return firstName === '' ? undefined : { firstName, lastName };
}

function splitBeforeLast(words: readonly string[]): SplitName {
  let from = words.length - 1;
  while (from > 1 && PARTICLES.has((words[from - 1] ?? '').toLowerCase())) from -= 1;
  return {
    firstName: words.slice(0, Math.max(from, 1)).join(' '),
    lastName: words.slice(Math.max(from, 1)).join(' '),
  };
}
