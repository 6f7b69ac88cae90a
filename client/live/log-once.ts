const told = new Set<string>();

/**
 * Notes a fault for whoever opens the console, each kind once however often it
 * comes: nothing on the page depends on it and spectators are not bothered.
 */
export function logOnce(kind: string, detail?: unknown): void {
  if (told.has(kind)) return;
  told.add(kind);
  // oxlint-disable-next-line no-console -- the console is the only log a page has
  console.warn(`[splitcast] ${kind}`, detail ?? '');
}
