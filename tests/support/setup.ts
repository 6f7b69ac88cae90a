import { afterEach, beforeEach } from 'vitest';

import { countRunnersAnew } from './builders.ts';
import { collectConsoleErrors, takeConsoleErrors } from './console-errors.ts';

// Before the file is loaded, which may build some at once.
countRunnersAnew();

let restoreConsole = (): void => undefined;

beforeEach(() => {
  restoreConsole = collectConsoleErrors();
});

/** A test that means to print an error takes it with `takeConsoleErrors`; any other one fails. */
afterEach(() => {
  restoreConsole();
  const unexpected = takeConsoleErrors();
  if (unexpected.length > 0) {
    throw new Error(`printed with console.error and not expected:\n${unexpected.join('\n')}`);
  }
});
