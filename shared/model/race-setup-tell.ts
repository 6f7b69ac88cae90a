import { quoteGiven, spellingKey } from './text-rules.ts';
import { parseDuration } from './time.ts';

/** Reports a fault at a path, such as `courses.0.visits.2.point`. */
export type Tell = (path: string, message: string) => void;

export function checkCodes(
  named: readonly string[] = [],
  known: readonly { readonly code: string }[],
  path: string,
  what: string,
  tell: Tell,
): void {
  for (const name of named) {
    if (!known.some(({ code }) => code === name)) tell(path, noSuch(what, name));
  }
}

/** Reports each name that equals an earlier one, ignoring capitals, blanks and dashes. */
export function checkTwice<Field extends string>(
  list: readonly Readonly<Record<Field, string>>[],
  path: string,
  field: Field,
  tell: Tell,
): void {
  for (const [index, item] of list.entries()) {
    const first = list.findIndex((other) => isAlike(other[field], item[field]));
    if (first < index) {
      tell(
        `${path}.${index}.${field}`,
        `${quoteGiven(item[field])} is here twice, or looks the same: give one of them another ${field}.`,
      );
    }
  }
}

export function isAlike(one: string, other: string): boolean {
  return spellingKey(one) === spellingKey(other);
}

export function isLonger(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return (parseDuration(one) ?? 0) > (parseDuration(other) ?? 0);
}

export function noSuch(what: string, name: string): string {
  return `There is no ${what} ${quoteGiven(name)}: add it, or choose another.`;
}
