import { createServer } from 'node:http';

import { createApp } from '#server/app.ts';
import { parseServerConfig } from '#server/config/config.ts';
import { createLogger } from '#server/observe/logger.ts';

import { listenInTest } from './listen.ts';
import type { LogLine } from './recording-logger.ts';

/** The parts of a request's log line that tests check. */
export interface RequestLine extends LogLine {
  readonly by?: string;
  readonly from?: string;
  readonly req?: { readonly url: string };
}

/** Serves the test's routes within the app's common middleware, and records the log. */
export async function serveApp(
  parts: Parameters<typeof createApp>[2],
  settings: Readonly<Record<string, string>> = {},
) {
  const lines: RequestLine[] = [];
  const write = (text: string): void => void lines.push(JSON.parse(text) as RequestLine);
  const config = parseServerConfig({ REDIS_URL: 'redis://127.0.0.1', ...settings });
  const app = createApp(config, createLogger(config.logLevel, { write }), parts);
  return { port: await listenInTest(createServer(app)), lines };
}
