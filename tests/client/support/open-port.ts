import { createServer, type RequestListener, type Server } from 'node:http';

import { listenInTest } from '#tests/support/listen.ts';

/** Opens a real port that answers as a test wants it; it is closed when the test ends. */
export async function openPort(listener: RequestListener): Promise<string> {
  const server: Server = createServer({ keepAliveTimeout: 0 }, listener);
  return `http://127.0.0.1:${await listenInTest(server)}`;
}
