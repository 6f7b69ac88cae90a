/** Text storage. A browser that blocks site data throws at every access, and counts as empty. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem'>;

/** For all tabs of a browser, until the data is cleared. */
export const ofDevice = (): Storage => localStorage;
/** For one tab, until it is closed. */
const ofTab = (): Storage => sessionStorage;

/** Null where nothing is under the name, undefined where the browser keeps nothing. */
export function readText(texts: () => KeptTexts, name: string): string | null | undefined {
  try {
    return texts().getItem(name);
  } catch {
    return undefined;
  }
}

/** Returns false where it is not kept. */
export function keepText(texts: () => KeptTexts, name: string, text: string): boolean {
  try {
    texts().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function forgetText(texts: () => Storage, name: string): void {
  try {
    texts().removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** Makes a note for the tab; false if it was made before, or if the browser has no storage. */
export function noteOnce(name: string, text: string): boolean {
  return readText(ofTab, name) !== text && keepText(ofTab, name, text);
}

/** Calls back when another tab changes or removes the text of the device under this name; null is for none. */
export function watchText(name: string, onChange: (text: string | null) => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    // A null key: everything was cleared.
    if (key === name || key === null) onChange(newValue);
  });
}
