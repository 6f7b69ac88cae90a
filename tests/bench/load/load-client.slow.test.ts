import { expect, onTestFinished, test } from 'vitest';

import { startWs } from '../peers/line-server.ts';
import { LoadClient } from './load-client.ts';

const CLIENTS = 300;
const FRAMES = 5;

test('[BN1 BN2] every connection gets every frame, each with its latency, and a closed one is gone', async () => {
  const server = await startWs();
  onTestFinished(() => server.stop());
  const client = await LoadClient.start(server.target);
  onTestFinished(() => client.stop());

  expect(await client.open(CLIENTS)).toMatchObject({ asked: CLIENTS, opened: CLIENTS });
  await client.reset();
  for (let i = 0; i < FRAMES; i += 1) {
    await server.broadcast(400, (each) => client.stamp(each));
  }
  expect(await server.countSent(CLIENTS)).toBe(CLIENTS * FRAMES);
  await expect.poll(async () => (await client.report()).news).toBe(CLIENTS * FRAMES);
  const counts = await client.report();
  expect(counts).toMatchObject({ leastNews: FRAMES, mostNews: FRAMES, lost: 0, unstamped: 0 });
  expect(counts.bytes % (CLIENTS * FRAMES)).toBe(0);
  expect(counts.bytes).toBeGreaterThan(CLIENTS * FRAMES * 350);
  expect(counts.latency?.count).toBe(CLIENTS * FRAMES);

  await client.close();
  expect(await client.report()).toMatchObject({ connections: 0, lost: 0 });
});
