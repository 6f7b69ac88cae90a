/** The outcome of a chip file, for people. */
export function describeChipsSaved(chips: number, isChanged: boolean): string {
  const count = chips === 1 ? '1 chip' : `${chips} chips`;
  return isChanged ? `Saved ${count}. The results follow at once.` : `Already saved: ${count}.`;
}
