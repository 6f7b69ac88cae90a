import type { Locator, Page } from 'playwright-core';

import { Gate } from '#tests/client/support/gate.ts';

/** A file in memory. */
export interface FileInHand {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function csvFile(text: string, name = 'rhedwyr.csv'): FileInHand {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Opens the browser's file dialog by keyboard and chooses the file. */
export async function chooseByKeyboard(
  page: Page,
  input: Locator,
  file: FileInHand,
): Promise<void> {
  // Keeps a listener, so that the browser goes on passing file dialogs to the test.
  page.on('filechooser', () => undefined);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.press('Space')]);
  await chooser.setFiles(file);
}

/** Holds back the page's requests to this address; returns a function that lets them through. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const gate = new Gate();
  // No timeouts: how long a request is held back depends on the machine.
  await page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.route(address, async (route) => {
    await gate.passed;
    await route.continue();
  });
  return () => gate.open();
}
