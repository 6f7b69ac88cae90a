/** How large text is: 16, or what the browser's settings make of it. */
export function findRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
