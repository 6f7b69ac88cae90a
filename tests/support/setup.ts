import { afterEach, beforeEach } from 'vitest';

import { resetRunnerNumbers } from './builders.ts';
import { collectConsoleErrors, takeConsoleErrors } from './console-errors.ts';

// Before the file is loaded, whose top level may build runners.
resetRunnerNumbers();

let restoreConsole = (): void => undefined;

beforeEach(() => {
  restoreConsole = collectConsoleErrors();
});

/** Fails a test that printed with `console.error`, unless it called `takeConsoleErrors`. */
afterEach(() => {
  restoreConsole();
  const unexpected = takeConsoleErrors();
  if (unexpected.length > 0) {
    throw new Error(`printed with console.error and not expected:\n${unexpected.join('\n')}`);
  }
});
