import type { Locator, Page } from 'playwright-core';

import { Gate } from '#tests/client/support/gate.ts';

/** A file that is only in the test's memory. */
export interface FileInHand {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function csvFile(text: string, name = 'rhedwyr.csv'): FileInHand {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Opens the browser's own dialog from the keyboard and chooses the file there. */
export async function chooseByKeyboard(
  page: Page,
  input: Locator,
  file: FileInHand,
): Promise<void> {
  // The browser is told to hand over its dialogs while there is a listener; one that is removed and added again could
  // miss the next dialog.
  page.on('filechooser', () => undefined);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.press('Space')]);
  await chooser.setFiles(file);
}

/** Holds back what the page sends to this address; the returned function lets it through. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const gate = new Gate();
  // The page gives up no call: how long a test holds one back depends on the machine.
  await page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.route(address, async (route) => {
    await gate.passed;
    await route.continue();
  });
  return () => gate.open();
}
