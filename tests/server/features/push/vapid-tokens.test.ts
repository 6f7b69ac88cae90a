import { expect, onTestFinished, test, vi } from 'vitest';
import webPush from 'web-push';

import { VapidTokens } from '#server/features/push/vapid.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

const CONTACT = 'mailto:x@example.org';
const NOW_MS = Date.UTC(2026, 5, 20, 9);

function openTokens() {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  onTestFinished(() => void vi.useRealTimers());
  const sign = vi.spyOn(webPush, 'getVapidHeaders');
  onTestFinished(() => sign.mockRestore());
  return { tokens: new VapidTokens(), sign };
}

function read(authorization: string): { aud: string; exp: number; sub: string } {
  const [, claims = ''] = /^vapid t=[^.]+\.([^.]+)\.[^,]+, k=.+$/.exec(authorization) ?? [];
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

test('[WP7] one signature is used for all messages to a push service for six hours of the twelve it is good for', () => {
  const { tokens, sign } = openTokens();
  const keys = webPush.generateVAPIDKeys();
  const ask = (endpoint: string, of = keys) => tokens.authorize(endpoint, CONTACT, of);
  const first = ask('https://push.example/send/a');
  const exp = (NOW_MS + 12 * HOUR_MS) / SECOND_MS;
  expect(read(first)).toEqual({ aud: 'https://push.example', exp, sub: CONTACT });
  vi.setSystemTime(NOW_MS + 6 * HOUR_MS);
  for (let i = 0; i < 1_000; i += 1) expect(ask(`https://push.example/send/${i}`)).toBe(first);
  expect(sign).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW_MS + 6 * HOUR_MS + 1);
  expect(read(ask('https://push.example/send/a')).exp).toBe(exp + 6 * 60 * 60);
  expect(sign).toHaveBeenCalledTimes(2);
});

test('[WP7] the number of remembered services is limited', () => {
  const { tokens, sign } = openTokens();
  const keys = webPush.generateVAPIDKeys();
  for (let i = 0; i <= 100; i += 1) tokens.authorize(`https://p${i}.example/a`, CONTACT, keys);
  tokens.authorize('https://p100.example/a', CONTACT, keys);
  expect(sign).toHaveBeenCalledTimes(101);
  tokens.authorize('https://p0.example/a', CONTACT, keys);
  expect(sign).toHaveBeenCalledTimes(102);
});
