import { expect, onTestFinished } from 'vitest';

import { type BuiltWebOptions, readWebPort, startBuiltWeb } from './built-program.ts';
import { eventually } from './eventually.ts';
import type { TestProcess } from './process.ts';

export interface WebProcess {
  readonly url: string;
  readonly port: number;
  readonly process: TestProcess;
}

export type WebProcessOptions = Omit<BuiltWebOptions, 'port'>;

/** Starts `dist/server/main.mjs` on a free port and waits until it serves; ended with the test. */
export async function startWebProcess(options: WebProcessOptions): Promise<WebProcess> {
  const web = spawnWeb(options);
  const port = await readWebPort(web);
  return { url: `http://127.0.0.1:${port}`, port, process: web };
}

/** For a start that may fail. */
export function spawnWeb(options: WebProcessOptions): TestProcess {
  const web = startBuiltWeb(options);
  onTestFinished(async () => void (await web.kill('SIGKILL')));
  return web;
}

/** Starts the service with two workers and waits until both serve. */
export async function startWorkers({
  url,
  raceKey,
  settings: given,
}: WebProcessOptions): Promise<{ web: WebProcess; workers: readonly number[] }> {
  const settings = { ...given, WORKERS: '2', LOG_LEVEL: 'info' };
  const web = await startWebProcess({ url, raceKey, settings });
  const workers = await eventually(() => {
    const serving = findServing(web.process);
    expect(serving).toHaveLength(2);
    return serving;
  });
  return { web, workers };
}

/** The process ids of all workers that have served, including ended ones, by the log. */
export function findServing({ stderr }: TestProcess): number[] {
  const lines = stderr.matchAll(/"worker":(\d+),"msg":"A web worker serves"/g);
  return Array.from(lines, ([, pid]) => Number(pid));
}
