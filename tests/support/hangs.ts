/**
 * The longest wait of a test, in milliseconds. Only what hangs ends it, on the busiest machine too; a rule that names a
 * time asserts it. `HANGS_MS=8000` shows sooner what a red test waits for.
 */
export const HANGS_MS = Number(process.env['HANGS_MS'] ?? 60_000);

/** A test's own time is up after any wait in it, so that it shows what was missing. */
export const TEST_HANGS_MS = 2 * HANGS_MS;
