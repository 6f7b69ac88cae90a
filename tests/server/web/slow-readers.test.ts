import { once } from 'node:events';
import type { createServer } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { parseServerConfig } from '#server/config/config.ts';
import { createHttpServer, OpenResponses } from '#server/web/http-server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listenInTest } from '#tests/support/listen.ts';

const config = parseServerConfig({ REDIS_URL: 'redis://127.0.0.1' });
/** More than a system holds for a connection whose other end takes nothing. */
const BODY = Buffer.alloc(20_000_000, 'x');

async function listen(http: ReturnType<typeof createServer>) {
  const port = await listenInTest(http);
  const ask = (text: string) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  };
  return { ask, count: () => promisify(http.getConnections.bind(http))() };
}

const GET = 'GET / HTTP/1.1\r\nHost: ras\r\n\r\n';

test('a client that reads nothing of an answer is cut off', async () => {
  const http = createHttpServer(config, (_req, res) => res.end(BODY));
  expect(http.timeout).toBeGreaterThan(10_000);
  http.timeout = 500;
  const { ask, count } = await listen(http);
  // A look at how many there are might come after it was ended.
  const come = once(http, 'connection');
  ask(GET).pause();
  await come;
  await eventually(async () => expect(await count()).toBe(0));
});

test('a client that reads drop by drop is cut off too', async () => {
  const http = createHttpServer(config, (_req, res) => res.end(BODY));
  const { ask, count } = await listen(http);
  const answers = new OpenResponses(http, 1_000, 50);
  const come = once(http, 'connection');
  const slow = ask(GET);
  slow.pause();
  const drip = setInterval(() => slow.read(1_000), 20);
  onTestFinished(() => clearInterval(drip));
  await come;
  await eventually(async () => expect(await count()).toBe(0));
  answers.endConnections();
});

test('a client that asks on without reading is cut off, at the cost of few answers', async () => {
  let asked = 0;
  const http = createHttpServer(config, () => {
    asked += 1;
  });
  const { ask, count } = await listen(http);
  const answers = new OpenResponses(http);
  ask(GET.repeat(1_000));
  await eventually(() => expect(asked).toBe(16));
  await eventually(async () => expect(await count()).toBe(0));
  expect(asked).toBe(16);
  answers.endConnections();
});

test('one address has a limited number of connections', async () => {
  const few = { ...config, maxViewersPerAddress: 1 };
  const { ask } = await listen(createHttpServer(few, (_req, res) => res.end('here')));
  const [first, second] = [ask(GET), ask(GET)];
  await Promise.all([once(first, 'data'), once(second, 'data')]);
  await once(ask(GET).resume(), 'close');
  first.destroy();
  await eventually(async () => {
    const next = ask(GET);
    // A connection that is refused closes, by a reset or in order.
    const [answer] = (await Promise.race([once(next, 'data'), once(next, 'close')])) as unknown[];
    expect(answer).toBeInstanceOf(Buffer);
  });
});
