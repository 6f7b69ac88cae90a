import { quoteGiven } from '#shared/model/text-rules.ts';

/** So many rows at the end may be totals. */
export const MAX_TOTAL_ROWS = 3;
const TOTAL_WORDS =
  /^((grand |sub-?)?totals?|sum|count|number of (runners|entries|entrants)|entries|cyfanswm)\b/i;

/** Whether a row says how many there are above it: a word for that, and nothing but numbers. */
export function isTotals(cells: readonly string[]): boolean {
  const [first = '', ...rest] = cells.filter((cell) => cell !== '');
  return TOTAL_WORDS.test(first) && rest.every((cell) => /^[\d.,%£€$ ]+$/.test(cell));
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

/** What is wrong with a row of another number of cells than the header has. */
export function describeColumnCount(
  cells: readonly string[],
  expected: number,
  delimiter: string,
): string {
  const found = cells.length;
  const word = DELIMITER_WORDS[delimiter] ?? delimiter;
  const hint =
    found > expected
      ? `If a value holds ${word}, put it in quotes: "Muster${delimiter} Hans".`
      : `Look for a missing value, or for ${word} that is missing.`;
  // A line of one value is often none of the table's: a remark, or a page of the web that was saved along.
  const columns =
    found === 1 ? `is 1 column here, ${quoteGiven(cells[0] ?? '')},` : `are ${found} columns here,`;
  return `There ${columns} but ${expected} in the header. ${hint}`;
}
