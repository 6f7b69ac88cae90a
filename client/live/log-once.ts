const logged = new Set<string>();

/** Logs a fault to the console, once for each kind: the page works without it, so spectators are not bothered. */
export function logOnce(kind: string, detail?: unknown): void {
  if (logged.has(kind)) return;
  logged.add(kind);
  // oxlint-disable-next-line no-console -- the console is the only log a page has
  console.warn(`[splitcast] ${kind}`, detail ?? '');
}
