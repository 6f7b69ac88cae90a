import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
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

/** No test may wait for the internet, or depend on it. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host other than localhost, which browsers trust even without TLS.
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

/** Before all tests (`globalSetup`): starts a headless Chromium for each worker. */
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
