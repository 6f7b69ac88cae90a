/** Only what hangs ends a wait, on the busiest machine too; a rule that names a time asserts it. */
export const HANGS_MS = 60_000;

/** A test's own time is up after any wait in it, so that it shows what was missing. */
export const TEST_HANGS_MS = 120_000;
