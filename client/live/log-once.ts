const logged = new Set<string>();

/** Logs a fault that the page can work with, once for each kind. */
export function logOnce(kind: string, detail?: unknown): void {
  if (logged.has(kind)) return;
  logged.add(kind);
  // oxlint-disable-next-line no-console -- the console is the only log a page has
  console.warn(`[splitcast] ${kind}`, detail ?? '');
}
