/** Prevents a line break at the hyphen of a category such as `F-SNR`. */
export function keepWhole(name: string): string {
  return name.replaceAll('-', '-\u2060');
}
