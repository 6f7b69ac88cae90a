/**
 * A sentence about the service. What strangers are told of it names no folder, which may be somebody's
 * home, and nothing else that somebody called as they liked.
 */
export interface Finding {
  readonly text: string;
  readonly publicText: string;
}

/** One that everybody may know. */
export function inPublic(text: string): Finding {
  return { text, publicText: text };
}
