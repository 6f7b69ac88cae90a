export type Sex = 'F' | 'M';

/** The words of entry forms for it, in small letters. */
export const SEX_WORDS = new Map<string, Sex>([
  ...'m male males man men mens boy boys gent gents'.split(' ').map((word) => [word, 'M'] as const),
  ...'f w l female females woman women womens lady ladies girl girls'
    .split(' ')
    .map((word) => [word, 'F'] as const),
]);

/** Reads a sex as entry forms write it; undefined for any other word and for none. */
export function readSex(text: string): Sex | undefined {
  return SEX_WORDS.get(text.trim().toLowerCase());
}
