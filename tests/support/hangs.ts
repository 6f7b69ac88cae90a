/**
 * The timeout of waits, only for hangs, even on a busy machine; tests of a duration assert it explicitly.
 * `HANGS_MS=8000` shortens it while a test is red.
 */
export const HANGS_MS = Number(process.env['HANGS_MS'] ?? 60_000);

/** Longer than a wait, whose own failure is more informative. */
export const TEST_HANGS_MS = 2 * HANGS_MS;
