/** Far longer than any known column name. */
const LONGEST_SPELLED = 200;

/** A header reduced to letters and digits: one key for its spellings. A whole sentence as a header is its own key. */
export function headerKey(header: string): string {
  if (header.length > LONGEST_SPELLED) return header;
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
