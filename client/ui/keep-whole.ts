/** The name of a category in a line of text, which must not break at its hyphen: `F-SNR`. */
export function keepWhole(name: string): string {
  return name.replaceAll('-', '-\u2060');
}
