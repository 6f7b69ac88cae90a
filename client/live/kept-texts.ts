/**
 * What the browser keeps of this site as text. One that blocks site data throws at every touch: then
 * nothing is there, and nothing is kept.
 */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem'>;

/** For one tab, until it is closed. */
export const ofTab = (): Storage => sessionStorage;

/** Null where nothing stands under the name, undefined where the browser keeps nothing. */
export function readText(texts: () => KeptTexts, name: string): string | null | undefined {
  try {
    return texts().getItem(name);
  } catch {
    return undefined;
  }
}

/** False where it is not kept. */
export function keepText(texts: () => KeptTexts, name: string, text: string): boolean {
  try {
    texts().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
