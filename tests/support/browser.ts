import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

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

/** As {@link launchBrowser}, for somebody who blocks cookies, and so all that sites could keep. */
export async function launchWithoutStorage(): Promise<BrowserContext> {
  const profile = await mkdtemp(path.join(tmpdir(), 'splitcast-profile-'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await mkdir(path.join(profile, 'Default'));
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, presentOptions());
  context.on('close', () => void rm(profile, { recursive: true, force: true }));
  return context;
}
