import type { Server } from 'node:net';

import { onTestFinished } from 'vitest';

import { listenAnywhere } from './listen-anywhere.ts';

/** Has a server listen on a free port, which is returned; server and connections end with the test. */
export async function listenInTest(server: Server, host = '127.0.0.1'): Promise<number> {
  const { port, close } = await listenAnywhere(server, host);
  onTestFinished(close);
  return port;
}
