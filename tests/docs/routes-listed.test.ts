import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ACCOUNT_CALLS, ORGANISER_CALLS } from '#tests/support/organiser-calls.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROUTE = /\broutes\.(get|post|put|patch|delete)\(\s*'([^']+)'/g;

/** What anybody may ask; each other route must be tried by callers without the right. */
const PUBLIC_CALLS = new Set([
  'GET /api',
  'GET /config',
  'GET /starters',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /logo.png',
  'GET /background.jpg',
  'GET /example.csv',
  'GET /auth',
  'GET /auth/me',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/password',
]);

const routes = readdirSync(join(ROOT, 'server/features'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    Array.from(
      readFileSync(join(ROOT, 'server/features', name), 'utf8').matchAll(ROUTE),
      ([, method = '', path = '']) => ({ name: `${method.toUpperCase()} ${path}`, method, path }),
    ),
  );

test('[CL13] every call that is not public is tried by callers without the right', () => {
  expect(routes.length).toBeGreaterThan(30);
  const tried = [...ORGANISER_CALLS, ...ACCOUNT_CALLS];
  const untried = routes.filter(({ name, method, path }) => {
    const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    const isTried = tried.some(([by, at]) => by === method && form.test(at));
    return !isTried && !PUBLIC_CALLS.has(name);
  });
  expect(untried.map(({ name }) => name)).toEqual([]);
});

test('every call stands in PROTOCOL.md', () => {
  const protocol = readFileSync(join(ROOT, 'shared/wire/PROTOCOL.md'), 'utf8');
  const named = new Set(protocol.replaceAll(/\s+/g, ' ').match(/\b[A-Z]+ \/[\w/:-]*/g));
  const unnamed = routes.filter(
    ({ name, path }) => !named.has(name) && !protocol.includes(`\`${path}\``),
  );
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});
