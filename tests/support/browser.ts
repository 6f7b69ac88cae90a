import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, LaunchOptions } from 'playwright-core';

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

function presentOptions(): LaunchOptions {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: getChromiumPath(),
    headless: true,
    args: isRoot ? [...QUIET, '--no-sandbox'] : QUIET,
  };
}

/** Starts a headless Chromium of the test's own; the test closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(presentOptions());
}

/**
 * Makes a browser do what Chromium does where cookies and site data are blocked: whatever would keep
 * something refuses. (The setting itself is one of the windowed browser's alone.)
 */
export async function blockStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
}
