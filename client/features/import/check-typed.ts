/** What is wrong with the number that was typed; true when nothing is. Digits may be grouped: `1,203`. */
export function checkTyped(typed: string, scans: number): string | true {
  const number = typed.replaceAll(/[\s.,’']/g, '');
  return number === String(scans) || `Type ${scans} to go on, or leave everything as it is.`;
}
