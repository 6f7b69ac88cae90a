import { Router } from 'express';
import { expect, test } from 'vitest';

import { ask } from '#tests/support/raw-http.ts';
import { serveApp } from '#tests/support/serve-app.ts';

async function openApp(settings: Readonly<Record<string, string>> = {}) {
  const routes = Router();
  routes.get('/refused', (_req, res) => void res.status(401).end());
  const { port, lines } = await serveApp({ routes: [routes] }, settings);
  const findPolicy = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await ask(port, '/', { headers });
    const policy = String(answer.headers['content-security-policy']);
    return /connect-src ([^;]*);/.exec(policy)?.[1] ?? '';
  };
  return { port, lines, findPolicy };
}

test('a flood of refused requests is one line of the log, with a shortened address', async () => {
  const { port, lines } = await openApp();
  for (let i = 0; i < 50; i += 1) await ask(port, `/refused?${i}${'x'.repeat(9_000)}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.msg).toBe('GET answered with 401');
  expect(lines[0]?.req?.url).toHaveLength(201);
});

test('an unconfigured proxy is reported once', async () => {
  const { port, lines } = await openApp();
  const headers = { 'X-Forwarded-For': '192.0.2.1' };
  await ask(port, '/');
  expect(lines).toEqual([]);
  for (let i = 0; i < 3; i += 1) await ask(port, '/', { headers });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.msg).toMatch(/TRUST_PROXY is 0.*Set TRUST_PROXY to the number of proxies/);
  const behindProxy = await openApp({ TRUST_PROXY: '1' });
  await ask(behindProxy.port, '/', { headers });
  expect(behindProxy.lines).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  ['its own', {}, "'self'"],
  [
    'and that of the public origin by its name, for old browsers',
    { PUBLIC_ORIGIN: 'https://results.example' },
    "'self' wss://results.example",
  ],
])('a page may open a socket to one server alone: %s', async (_, settings, sources) => {
  const { findPolicy } = await openApp(settings);
  expect(await findPolicy({ Host: 'a', 'X-Forwarded-Host': 'evil' })).toBe(sources);
});
