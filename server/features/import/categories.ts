import type { AgeGroup } from '#shared/model/age-group.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEX_WORDS } from '#server/race/read-sex.ts';

type Kind = 'veteran' | 'senior' | 'under';

const KIND_WORDS = new Map<string, Kind>([
  ...'v vet vets veteran veterans master masters over o plus'
    .split(' ')
    .map((word) => [word, 'veteran'] as const),
  ...'s sen snr senior seniors'.split(' ').map((word) => [word, 'senior'] as const),
  ...'u under junior juniors jun jnr'.split(' ').map((word) => [word, 'under'] as const),
]);

/** Says nothing about who is meant. */
const FILLING_WORDS: ReadonlySet<string> = new Set(
  'age aged ages category cat group class year years yrs to and the'.split(' '),
);

/** The letters of `MV50`, `FSEN`, `WU17`. */
const JOINED = /^([mfwl])(v|vet|o|s|sen|snr|u|jun|jnr)$/;

/**
 * The category that words such as `Male Vet 50`, `MV50`, `Women 40-49` or, with
 * the sex of the row, `Vet 50` plainly name. Undefined when a word is not known
 * or when the ages are not exactly those of a category: that is for somebody to say.
 */
export function readCategoryWords(
  text: string,
  sexOfRow: Sex | undefined,
  courses: Courses,
): AgeGroup | undefined {
  const words =
    text
      .toLowerCase()
      .replaceAll(/[’']/g, '')
      .match(/\p{L}+|\d+/gu) ?? [];
  const numbers: number[] = [];
  let sex: Sex | undefined;
  let kind: Kind | undefined;
  for (const word of words) {
    const [, sexLetter = '', kindLetters = ''] = JOINED.exec(word) ?? [];
    const nextSex = SEX_WORDS.get(sexLetter || word);
    const nextKind = KIND_WORDS.get(kindLetters || word);
    const isClash = (nextSex && sex && nextSex !== sex) || (nextKind && kind && nextKind !== kind);
    if (/^\d/.test(word)) numbers.push(Number(word));
    else if (isClash || !(nextSex || nextKind || FILLING_WORDS.has(word))) return undefined;
    sex = nextSex ?? sex;
    kind = nextKind ?? kind;
  }
  const group = nameGroup(sex ?? sexOfRow, kind, numbers, courses);
  return courses.hasCategory(group) ? group : undefined;
}

function nameGroup(
  sex: Sex | undefined,
  kind: Kind | undefined,
  numbers: readonly number[],
  { setup }: Courses,
): AgeGroup | undefined {
  if (sex === undefined || numbers.length > 2) return undefined;
  const [from, to] = numbers;
  if (from === undefined) return kind === 'senior' ? `${sex}-SNR` : undefined;
  if (kind === 'senior') return undefined;
  if (kind === 'under') return to === undefined ? `${sex}U${from}` : undefined;
  const group = `${sex}${from}`;
  const lastAge = setup.categories.table.find(({ code }) => code === group)?.to;
  return to === undefined || to === lastAge ? group : undefined;
}
