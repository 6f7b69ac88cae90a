/** Columns of a table as text that is short, compresses well and is fast to parse. */

export type Numbers = (number | null)[];

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_VALUES: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = DIGITS.indexOf(String.fromCharCode(code));
  return value === -1 ? undefined : value;
});

/** A digit holds this many values, and twice as many with the mark for a following one. */
const BASE = 32;

/**
 * Whole numbers, each as its difference to the one before, in base64 VLQ as in source maps. The code 0 is null, so all
 * others are one higher than usual.
 */
export function packNumbers(values: readonly (number | null)[]): string {
  const digits: number[] = [];
  let before = 0;
  for (const value of values) {
    let code = 0;
    if (value !== null) {
      const step = value - before;
      code = 1 + (step < 0 ? -2 * step - 1 : 2 * step);
      before = value;
    }
    while (code >= BASE) {
      digits.push(DIGITS.charCodeAt(BASE + (code % BASE)));
      code = Math.floor(code / BASE);
    }
    digits.push(DIGITS.charCodeAt(code));
  }
  // Concatenating letter by letter takes longer than making the letters.
  const parts: string[] = [];
  for (let from = 0; from < digits.length; from += CODES_A_CALL) {
    parts.push(String.fromCharCode(...digits.slice(from, from + CODES_A_CALL)));
  }
  return parts.join('');
}

/** A call takes some ten thousand arguments on any machine. */
const CODES_A_CALL = 4_096;

export function unpackNumbers(packed: string): Numbers {
  const values: Numbers = [];
  let before = 0;
  let code = 0;
  let weight = 1;
  for (let at = 0; at < packed.length; at += 1) {
    const digit = DIGIT_VALUES[packed.charCodeAt(at)] ?? 0;
    if (digit >= BASE) {
      code += (digit - BASE) * weight;
      weight *= BASE;
      continue;
    }
    code += digit * weight - 1;
    weight = 1;
    if (code === -1) values.push(null);
    else {
      before += code % 2 === 1 ? -(code + 1) / 2 : code / 2;
      values.push(before);
    }
    code = 0;
  }
  return values;
}

/** Separates joined texts, which compress better and parse faster than a list. */
const SEPARATOR = '|';

/** Joined texts, or a list where one of them contains the separator. */
export type Texts = string | readonly string[];

export function packTexts(texts: readonly string[]): Texts {
  return texts.some((text) => text.includes(SEPARATOR)) ? texts : texts.join(SEPARATOR);
}

export function unpackTexts(packed: Texts, count: number): readonly string[] {
  if (typeof packed !== 'string') return packed;
  return count === 0 ? [] : packed.split(SEPARATOR);
}

/** Texts with many repetitions: each once, and its index in every row. */
export interface Words {
  readonly count: number;
  readonly words: Texts;
  readonly at: string;
}

export function packWords(texts: readonly string[]): Words {
  const places = new Map<string, number>();
  const at = texts.map((text) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { count: places.size, words: packTexts([...places.keys()]), at: packNumbers(at) };
}

export function unpackWords({ count, words, at }: Words): readonly string[] {
  const texts = unpackTexts(words, count);
  return unpackNumbers(at).map((place) => texts[place ?? -1] ?? '');
}

const UUID_FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const UUID_DIGITS = 32;

/** Ids: their digits in one text where all are UUIDs, as after an import. */
export type Ids = { readonly uuids: string } | { readonly texts: Texts };

export function packIds(ids: readonly string[]): Ids {
  return ids.every((id) => UUID_FORM.test(id))
    ? { uuids: ids.join('').replaceAll('-', '') }
    : { texts: packTexts(ids) };
}

export function unpackIds(packed: Ids, count: number): readonly string[] {
  if ('texts' in packed) return unpackTexts(packed.texts, count);
  return Array.from({ length: count }, (_, row) => {
    const digits = packed.uuids.slice(row * UUID_DIGITS, (row + 1) * UUID_DIGITS);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  });
}
