/** How a document states a rule: `- **RK3** Only finishers …`. */
const RULE = /^- \*\*([A-Z]{2}\d+)\*\*/gm;

/** The ids of the rules that a document states, in its order. */
export function findRules(text: string): string[] {
  return Array.from(text.matchAll(RULE), ([, id = '']) => id);
}
