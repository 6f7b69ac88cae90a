import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

import { getChromiumPath } from './binaries.ts';

/** The browser must not reach for the internet: a test must not wait for it, or depend on it. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name that is not localhost: without TLS the browser treats it quite differently.
  '--host-resolver-rules=MAP race.test 127.0.0.1',
];

/** Starts a headless Chromium of the test's own; the test closes it. */
export async function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: getChromiumPath(),
    headless: true,
    args: isRoot ? [...QUIET, '--no-sandbox'] : QUIET,
  });
}
