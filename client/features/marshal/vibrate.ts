const LENGTH_MS = 30;

/** A finger feels that it was taken, where the phone can do that. */
export function vibrate(): void {
  (navigator as Partial<Navigator>).vibrate?.(LENGTH_MS);
}
