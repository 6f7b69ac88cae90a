/**
 * The timeout of waits: long, since it only ends what hangs, even on a busy machine. A duration is asserted explicitly.
 * `HANGS_MS=8000` shortens it while a test is red.
 */
export const HANGS_MS = Number(process.env['HANGS_MS'] ?? 60_000);

/** Longer than a wait, whose own failure is more informative. */
export const TEST_HANGS_MS = 2 * HANGS_MS;
