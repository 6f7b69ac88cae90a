/** A name that takes two lines, or smaller letters. */
export function isLong(name: string): boolean {
  return name.length > 22;
}
