import { expect, onTestFinished, test, vi } from 'vitest';

import { PassingWatch, type PassingWatchParts } from '#server/features/push/passing-watch.ts';
import { type Audience, MOST_WAITING, PushSender } from '#server/features/push/push-sender.ts';
import { createSendPush, type PushAnswer, type SendPush } from '#server/features/push/send-push.ts';
import { isExpired } from '#server/features/push/web-push.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildField } from '#tests/support/live-field.ts';
import { PushBrowser, startPushService } from '#tests/support/push-service.ts';
import { createRecordingLogger } from '#tests/support/recording-logger.ts';

const { logger } = createRecordingLogger();
const KEYS = {
  publicKey:
    'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
  privateKey: 'UUxI4O8-FbRouAevSmBQ6o18hgE4nSG3qwvJTfKc-ls',
};
const vapid = { contact: 'mailto:x@example.org', findKeys: () => Promise.resolve(KEYS) };
const MESSAGE: PushMessage = {
  tag: 'x',
  about: 'x',
  title: 'Heledd',
  body: '',
  address: '/',
  stop: 'Stop',
  language: 'en',
};

function buildSubscription(name: string) {
  const { endpoint, keys } = new PushBrowser({ origin: 'https://push.example' }, name).order();
  return { endpoint, ...keys, language: 'en', runners: [], clubs: [] };
}

/** A promise resolved by the test. */
function promiseOf<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  const keeps: ((value: T) => void)[] = [];
  const promise = new Promise<T>((keep) => keeps.push(keep));
  return { promise, resolve: (value) => keeps.forEach((keep) => keep(value)) };
}

/** With subscriptions at two push services, `a` and `other`. */
function createSender(send: SendPush, given: Partial<Audience> = {}) {
  const a = buildSubscription('a');
  const other = { ...a, endpoint: 'https://other.example/b' };
  const audience: Audience = {
    read: (id) => Promise.resolve(id === 'other' ? other : a),
    forget: () => Promise.resolve(),
    goodForMs: 10 * MINUTE_MS,
    ...given,
  };
  const count = vi.fn<(outcome: string) => void>();
  const sender = new PushSender({ logger, send, count });
  onTestFinished(() => sender.close());
  const notify = (id: string, about: string): void =>
    sender.send(audience, id, about, new Map([['en', { ...MESSAGE, about }]]));
  return { sender, notify, count };
}

function stopClock(...timers: readonly ('setTimeout' | 'clearTimeout')[]): void {
  vi.useFakeTimers({ toFake: ['Date', ...timers] });
  onTestFinished(() => void vi.useRealTimers());
}

test('[WP8] waiting messages and concurrent requests are limited, and a newer message about a runner replaces a waiting one', async () => {
  const send = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
  const { sender, notify, count } = createSender(send);
  for (let i = 0; i < 16 + MOST_WAITING; i += 1) notify('a', `runner-${i}`);
  expect(sender.waiting).toBe(MOST_WAITING);
  notify('a', 'runner-20000');
  expect(sender.waiting).toBe(MOST_WAITING);
  expect(count).not.toHaveBeenCalled();
  notify('a', 'one more');
  expect(sender.waiting).toBe(MOST_WAITING);
  expect(count.mock.calls).toEqual([['given-up']]);
  await eventually(() => expect(send).toHaveBeenCalledTimes(16));
});

test('[WP8] while Redis is away a message waits for its subscription to be read', async () => {
  stopClock('setTimeout', 'clearTimeout');
  const send = vi.fn<SendPush>(() => Promise.resolve({ status: 201 }));
  const read = vi.fn<Audience['read']>(() => Promise.resolve(buildSubscription('a')));
  read.mockRejectedValueOnce(new Error('Redis is away.'));
  const { sender, notify, count } = createSender(send, { read });
  notify('a', 'heledd');
  await vi.advanceTimersByTimeAsync(0);
  expect(sender.waiting).toBe(1);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(read).toHaveBeenCalledTimes(2);
  expect(count.mock.calls).toEqual([['sent']]);
});

test('[WP7 WP8] a newer message about a runner waits for the one being sent, and replaces it if that fails', async () => {
  const first = promiseOf<PushAnswer>();
  const send = vi.fn<SendPush>(async () => ({ status: 201 }));
  send.mockReturnValueOnce(first.promise);
  const { sender, notify, count } = createSender(send);
  notify('a', 'heledd');
  notify('a', 'heledd');
  notify('a', 'mabli');
  await eventually(() => expect(count.mock.calls).toEqual([['sent']]));
  expect(sender.waiting).toBe(1);
  first.resolve({ status: 503 });
  await eventually(() => expect(count.mock.calls).toEqual([['sent'], ['sent']]));
  expect(send).toHaveBeenCalledTimes(3);
  expect(sender.waiting).toBe(0);
});

test('[WP7 WP8] a message is not sent after ten minutes', async () => {
  stopClock();
  const answer = promiseOf<PushAnswer>();
  const send = vi.fn<SendPush>(() => answer.promise);
  const { sender, notify, count } = createSender(send);
  for (let i = 0; i < 17; i += 1) notify('a', `runner-${i}`);
  await eventually(() => expect(send).toHaveBeenCalledTimes(16));
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  answer.resolve({ status: 201 });
  await eventually(() => expect(sender.waiting).toBe(0));
  expect(send).toHaveBeenCalledTimes(16);
  expect(count).toHaveBeenCalledWith('given-up');
});

test('[WP8] a pause applies only to the service that demanded it', async () => {
  const send = vi.fn<SendPush>(async ({ endpoint }) =>
    endpoint.includes('other') ? { status: 201 } : { status: 503, retryAfterMs: 300_000 },
  );
  const { sender, notify, count } = createSender(send);
  notify('a', 'heledd');
  await eventually(() => expect(sender.waiting).toBe(1));
  notify('a', 'mabli');
  notify('other', 'mabli');
  await eventually(() => expect(count.mock.calls).toEqual([['sent']]));
  expect(send).toHaveBeenCalledTimes(2);
  expect(sender.waiting).toBe(2);
});

test('[WP9] a silent or endless answer of a push service does not block', async () => {
  const service = await startPushService();
  service.reply = () => 'silence';
  const { agent: agentOptions } = service;
  const { send, close } = createSendPush({ ...vapid, agentOptions, silenceMs: 500 });
  onTestFinished(close);
  const { endpoint, keys } = new PushBrowser(service, 'a').order();
  const sendNow = () => send({ endpoint, ...keys, language: 'en' }, MESSAGE, Date.now());
  await expect(sendNow()).rejects.toThrow('aborted');
  service.reply = () => ({ status: 201, isEndless: true });
  expect(await sendNow()).toMatchObject({ status: 201 });
  service.reply = () => ({ status: 429, headers: { 'Retry-After': '7' } });
  expect(await sendNow()).toEqual({ status: 429, retryAfterMs: 7_000 });
});

/** `load` starts a race without reads, `pass` has all runners of it finish. */
function watchPassings(count: number, claim: PassingWatchParts['claim']) {
  const race = new LiveRace();
  const runners = buildField(count);
  const timeMs = Date.now();
  const raceStart = formatWallClock(timeMs - HOUR_MS, 'UTC');
  const config = { ...DEFAULT_CONFIG, timeZone: 'UTC', raceStart };
  const announce = vi.fn<() => void>();
  const watch = new PassingWatch({ race, claim, announce, logger, gatherMs: 1 });
  onTestFinished(() => watch.close());
  const ops = runners.map(({ bandId = '' }) => {
    return { op: 'add-scan' as const, scan: buildScan({ bandId, timeMs }) };
  });
  return {
    race,
    announce,
    load: (epoch: string) => race.load({ epoch, version: 0 }, { config, runners, scans: [] }),
    pass: (epoch: string) => race.apply({ epoch, version: 1, ops }),
  };
}

test('[WP5] each passing is claimed once', async () => {
  const claimed: string[] = [];
  const { race, load, pass } = watchPassings(500, ({ name }) => {
    claimed.push(name);
    return Promise.resolve([]);
  });
  load('e');
  pass('e');
  await eventually(() => expect(claimed).toHaveLength(500));
  race.apply({ epoch: 'e', version: 2, ops: [] });
  expect(new Set(claimed).size).toBe(500);
});

test('[WP5] a passing that cannot be announced does not silence the others', async () => {
  const { announce, load, pass } = watchPassings(3, () => Promise.resolve(['a']));
  announce.mockImplementationOnce(() => {
    throw new Error('No forecast.');
  });
  load('e');
  pass('e');
  await eventually(() => expect(announce).toHaveBeenCalledTimes(3));
});

test('[WP5] a passing is announced in a record that replaced another during the claim', async () => {
  const lost = promiseOf<readonly string[]>();
  const epochs: string[] = [];
  const { announce, load, pass } = watchPassings(1, ({ epoch }) => {
    epochs.push(epoch);
    return epoch === 'before' ? lost.promise : Promise.resolve(['a']);
  });
  load('before');
  pass('before');
  await eventually(() => expect(epochs).toEqual(['before']));
  load('after');
  lost.resolve(['a']);
  await lost.promise;
  pass('after');
  await eventually(() => expect(announce).toHaveBeenCalledTimes(1));
  expect(epochs).toEqual(['before', 'after']);
});

test('[WP11] a subscription expires a week after the last start, and always after sixty days', () => {
  const day = 24 * HOUR_MS;
  const startMs = Date.UTC(2026, 5, 20, 9);
  const raceStart = formatWallClock(startMs, DEFAULT_CONFIG.timeZone);
  const config = { ...DEFAULT_CONFIG, raceStart };
  const end = startMs + 7 * day;
  expect(isExpired(startMs - 20 * day, config, end - 1)).toBe(false);
  expect(isExpired(startMs - 20 * day, config, end + 1)).toBe(true);
  // For the next race, whose start is not set yet.
  expect(isExpired(end + day, config, end + 59 * day)).toBe(false);
  expect(isExpired(end + day, config, end + 62 * day)).toBe(true);
  expect(isExpired(0, DEFAULT_CONFIG, 59 * day)).toBe(false);
});
