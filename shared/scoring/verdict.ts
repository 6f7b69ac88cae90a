/** What became of a scan; the rule for each is in RULES.md SC4. */
export const VERDICTS = [
  'counted',
  'duplicate',
  'before-start',
  'too-early',
  'after-finish',
  'wrong-course',
  'unassigned',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdict on every scan of a wristband that no runner holds (RULES.md SC1). */
export const UNASSIGNED: Verdict = 'unassigned';
