import type { AgeGroup } from '#shared/model/ids.ts';
import type { CategoryScheme, CategorySetup, Sex } from '#shared/model/race-setup.ts';
import { spellingKey } from '#shared/model/text-rules.ts';
import { SEX_WORDS } from '#server/race/runner-fields.ts';

type Kind = 'veteran' | 'senior' | 'under';

const KIND_WORDS = new Map<string, Kind>([
  ...'v vet vets veteran veterans master masters over o plus'
    .split(' ')
    .map((word) => [word, 'veteran'] as const),
  ...'s sen snr senior seniors'.split(' ').map((word) => [word, 'senior'] as const),
  ...'u under junior juniors jun jnr'.split(' ').map((word) => [word, 'under'] as const),
]);

const FILLING_WORDS: ReadonlySet<string> = new Set(
  'age aged ages category cat group class year years yrs to and the'.split(' '),
);

/** The letters of `MV50`, `FSEN`, `WU17`. */
const JOINED = /^([mfwl])(v|vet|o|s|sen|snr|u|jun|jnr)$/;

interface CategoryWords {
  readonly sex: Sex | undefined;
  readonly kind: Kind | undefined;
  readonly numbers: readonly number[];
}

/**
 * Reads a category from words such as `Male Vet 50`, `MV50`, `Women 40-49` or, with the sex of the row, `Vet 50`.
 * Undefined if a word is unknown, or the ages are not exactly those of one category.
 */
export function readCategoryWords(
  text: string,
  sexOfRow: Sex | undefined,
  { table }: CategoryScheme,
): AgeGroup | undefined {
  const key = spellingKey(text);
  const named = table.filter(({ code, name = '' }) =>
    [code, name].some((own) => own !== '' && spellingKey(own) === key),
  );
  const words = readWords(text);
  const rows =
    named.length > 0 || !words
      ? named
      : table.filter((row) => fitsRow(row, { ...words, sex: words.sex ?? sexOfRow }, table));
  const [row, ...others] = rows;
  return row && others.length === 0 ? row.code : undefined;
}

/** Undefined if a word is unknown, or two contradict each other. */
function readWords(text: string): CategoryWords | undefined {
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
  return { sex, kind, numbers };
}

function fitsRow(
  row: CategorySetup,
  { sex, kind, numbers }: CategoryWords,
  table: readonly CategorySetup[],
): boolean {
  const isOfSex = sex
    ? row.sexes.includes(sex)
    : table.every(({ sexes }) => sexes.every((one) => row.sexes.includes(one)));
  const [from, to, ...more] = numbers;
  if (!isOfSex || more.length > 0) return false;
  const own = kindOf(row);
  if (from === undefined) return kind === 'senior' && own === 'senior';
  if (kind === 'under') return own === 'under' && to === undefined && row.to === from - 1;
  if (kind === 'senior' || own !== 'veteran') return false;
  return row.from === from && (to === undefined || row.to === to);
}

/** The kind by its code or name; otherwise a category without a minimum age is for juniors. */
function kindOf({ code, name = '', from }: CategorySetup): Kind {
  const stated = readWords(code)?.kind ?? readWords(name)?.kind;
  return stated ?? (from === undefined ? 'under' : 'veteran');
}
