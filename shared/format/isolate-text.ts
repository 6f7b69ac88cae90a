const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Isolates a right-to-left name, which would reorder the words around it. */
export function isolateText(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** One line of the parts that are not empty: `7th · Rhedwyr Preseli · 1:34:49`. None reorders its neighbours. */
export function joinParts(parts: readonly (string | false | undefined)[]): string {
  return parts.flatMap((part) => (part ? [isolateText(part)] : [])).join(' · ');
}
