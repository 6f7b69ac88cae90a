import { expect, test } from 'vitest';

import { parseNext } from '#client/features/sign-in/LoginPage.tsx';

const ORIGIN = 'http://race.local:3000';

test.each([
  ['/missing', '/missing'],
  ['/admin?filter=rhys#r1', '/admin?filter=rhys#r1'],
  [`${ORIGIN}/conf`, '/conf'],
  ['conf', '/conf'],
])('after signing in %j leads to %j', (next, expected) =>
  expect(parseNext(next, ORIGIN)).toBe(expected),
);

test.each([
  null,
  '/login',
  '/login?next=/login',
  '//elsewhere.example/admin',
  '/\\elsewhere.example',
  '/.//elsewhere.example',
  '\t//elsewhere.example',
  'https://elsewhere.example/admin',
  'javascript:alert(1)',
  'http://[',
])('%j leads to the first screen', (next) => expect(parseNext(next, ORIGIN)).toBe('/admin'));
