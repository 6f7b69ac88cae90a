/** Far longer than the name of any column that is known. */
const LONGEST_SPELLED = 200;

/**
 * What is left of a header when only letters and digits count: one key for its
 * spellings. A sentence that serves as a header is its own key.
 */
export function headerKey(header: string): string {
  if (header.length > LONGEST_SPELLED) return header;
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
