import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

import { createSteps } from '#server/bootstrap/launcher.mjs';
import { provideTool } from '#server/bootstrap/setup.mjs';

import { getChromiumPath } from './binaries.ts';
import { CHROMIUM } from './system-tools.ts';
import { countWorkers, pickOfWorker } from './workers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of each worker's Chromium. */
    browserUrls: readonly string[];
  }
}

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

/** Before all tests (`globalSetup`): one headless Chromium for each worker, for all its files one after the other. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await provideTool(CHROMIUM, process.env, createSteps(process.stdout));
  const servers = await Promise.all(
    countWorkers(project).map(() => chromium.launchServer(presentOptions())),
  );
  project.provide(
    'browserUrls',
    servers.map((server) => server.wsEndpoint()),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
}

/** The Chromium of this worker; closing the connection closes only its own pages. */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(pickOfWorker(inject('browserUrls')));
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
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
  });
  // Asked from here, so that the browser is never given the cookie.
  await context.route('**/auth/login', async (route) => {
    const request = route.request();
    const { url, method, body } = {
      url: request.url(),
      method: request.method(),
      body: request.postData(),
    };
    const answer = await fetch(url, {
      method,
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    await route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      body: await answer.text(),
    });
  });
}
