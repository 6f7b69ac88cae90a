import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { listenInTest } from '#tests/support/listen.ts';

import { fetchWithin } from './ask.ts';

test('[HN3] an answer that never ends is given up, also where whoever reads it would wait for ever', async () => {
  const server = createServer((_request, response) => response.write('{'));
  const url = `http://127.0.0.1:${await listenInTest(server)}`;
  await expect(fetchWithin(50, url, {}, (response) => response.json())).rejects.toThrow(
    /No answer within 50 ms|aborted/,
  );
  const never = fetchWithin(50, url, {}, () => new Promise(() => undefined));
  await expect(never).rejects.toThrow('No answer within 50 ms.');
});
