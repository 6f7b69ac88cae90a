const digits = new Intl.NumberFormat('en-GB');

/** `2,433`. */
export function formatCount(count: number): string {
  return digits.format(count);
}

/** `1 runner`, `1,203 scans`, `no scans`. */
export function countOf(
  count: number,
  noun: 'runner' | 'scan' | 'fault' | 'wristband' | 'read' | 'session' | 'time' | 'choice' | 'chip',
): string {
  if (count === 1) return `1 ${noun}`;
  return `${count === 0 ? 'no' : formatCount(count)} ${noun}s`;
}

const AND = new Intl.ListFormat('en-GB');

/** `Finish, Summit and Col` */
export function listOf(names: readonly string[]): string {
  return AND.format(names);
}
