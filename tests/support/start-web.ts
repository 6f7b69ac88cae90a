import { mkdirSync, writeFileSync } from 'node:fs';
import type { AgentOptions } from 'node:https';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { parseServerConfig } from '#server/config/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import type { FirstScreenParts } from '#server/features/first-screen/first-screens.ts';
import type { HealthTimes } from '#server/features/health/health.ts';
import { startServer, stopServer } from '#server/process/lifecycle.ts';

import { createCheapHasher } from './cheap-hasher.ts';
import { eventually } from './eventually.ts';
import { createTempFolder } from './temp-folder.ts';

/** A web instance in this process, on a free port. */
export interface TestWeb {
  readonly url: string;
  readonly port: number;
  readonly context: ServerContext;
  /** Ends it before the test does. */
  stop(): Promise<void>;
  /** Reads a metric of GET /metrics, such as `splitcast_pushes_total`; 0 without a value. */
  readMetric(name: string): Promise<number>;
}

export interface WebOptions {
  readonly url: string;
  readonly raceKey: string;
  /** Further settings, as the environment has them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Shorter times for tests of health findings. */
  readonly healthTimes?: HealthTimes;
  /** The program to run for readers. */
  readonly scannerPath?: string;
  /** Options of its connections to push services. */
  readonly pushAgent?: AgentOptions;
  /** The folder of the built page; by default a page of a few lines is served. */
  readonly pageRoot?: string;
  /** The renderer of first screens, which the default page lacks. */
  readonly firstScreen?: FirstScreenParts;
  /** False while Redis is away. */
  readonly waitForRace?: boolean;
}

/** Stands in for the product's logo. */
export const SHIPPED_LOGO = 'the logo the product ships with';

/** Starts an instance, waits until it shows the race and receives changes, and ends it with the test. */
export async function startWeb({
  url,
  raceKey,
  settings = {},
  healthTimes,
  scannerPath,
  pushAgent,
  pageRoot = buildPageFolder(),
  firstScreen,
  waitForRace = true,
}: WebOptions): Promise<TestWeb> {
  const config = parseServerConfig({
    REDIS_URL: url,
    RACE_KEY: raceKey,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const context = await createContext(config, {
    pageRoot,
    scannerPath,
    firstScreen,
    hasher: createCheapHasher(),
    healthTimes,
    pushAgent,
  });
  const port = await startServer(context);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopServer(context));
  onTestFinished(stop);
  const webUrl = `http://127.0.0.1:${port}`;
  if (waitForRace) {
    await eventually(async () => {
      // The first start adds an account: the head has to be read after that change.
      const organisers = await context.store.organisers.list();
      const head = await context.store.readHead();
      // The race may be loaded before the subscription.
      if (!context.race.isLoaded || !context.store.isListening || organisers.length === 0)
        throw new Error('It is still starting.');
      expect(context.race.head).toEqual(head);
    });
  }
  return {
    url: webUrl,
    port,
    context,
    stop,
    async readMetric(name) {
      const text = await (await fetch(`${webUrl}/metrics`)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? 0);
    },
  };
}

/** A small built page, with every kind of file. */
function buildPageFolder(): string {
  const root = createTempFolder();
  mkdirSync(join(root, 'assets'));
  const files = {
    'index.html':
      '<!doctype html><html lang="en"><head><title>Ras</title>' +
      '<script type="module" src="/assets/page-4f9a.js"></script></head><body><div id="app"></div></body></html>',
    'assets/page-4f9a.js': `document.body.textContent = 'Croeso i’r ras';\n${'// filler\n'.repeat(200)}`,
    'assets/page-77aa.css': 'body{margin:0}',
    'logo.png': SHIPPED_LOGO,
    'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'service-worker.js': '// opens the page without a network',
    '.secret': 'not for anybody',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}
