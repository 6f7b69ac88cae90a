import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

/** A folder for the running test, removed when it ends. Its name has a space and an accent. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'splitcast tŷ-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
