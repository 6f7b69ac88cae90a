import { expect, onTestFinished, test, vi } from 'vitest';

import { MOST_PENDING, PassingWatch } from '#server/features/push/passing-watch.ts';
import { MOST_WAITING, PushSender } from '#server/features/push/push-sender.ts';
import { createSendRequest } from '#server/features/push/send-request.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
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
const MESSAGE = { tag: 'x', title: 'Heledd', body: '', language: 'en', address: '/', stop: 'Stop' };

function buildSubscription(name: string) {
  const { endpoint, keys } = new PushBrowser({ origin: 'https://push.example' }, name).order();
  return { endpoint, ...keys, language: 'en', runners: [], clubs: [] };
}

test('[WP8] so many messages wait and no more, so many are on their way, and a later one of a runner takes the place of an earlier', async () => {
  const count = vi.fn<(outcome: string) => void>();
  const send = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
  const vapid = { contact: 'mailto:x@example.org', keys: () => Promise.resolve(KEYS) };
  const sender = new PushSender({ send, vapid, forget: () => Promise.resolve(), count, logger });
  onTestFinished(() => sender.close());
  const to = buildSubscription('a');
  for (let i = 0; i < 16 + MOST_WAITING; i += 1)
    sender.send(to, { ...MESSAGE, about: `runner-${i}` });
  expect(sender.waiting).toBe(MOST_WAITING);
  sender.send(to, { ...MESSAGE, about: 'runner-20000', title: 'finished' });
  expect(sender.waiting).toBe(MOST_WAITING);
  expect(count).not.toHaveBeenCalled();
  sender.send(to, { ...MESSAGE, about: 'one more' });
  expect(sender.waiting).toBe(MOST_WAITING);
  expect(count.mock.calls).toEqual([['given-up']]);
  await eventually(() => expect(send).toHaveBeenCalledTimes(16));
});

test('[WP9] a push service that says nothing is not waited for', async () => {
  const service = await startPushService();
  service.reply = () => 'silence';
  const { send, close } = createSendRequest([service.host], service.agent, 50);
  onTestFinished(close);
  const request = { endpoint: `${service.origin}/a`, headers: {}, body: Buffer.of() };
  await expect(send(request)).rejects.toThrow(/says nothing|aborted/);
  service.reply = () => ({ status: 201, headers: { 'Retry-After': '7' } });
  expect(await createSendRequest([service.host], service.agent).send(request)).toEqual({
    status: 201,
    retryAfterMs: 7_000,
  });
});

test('[WP9] only a host that is named may be on this machine', async () => {
  const { send, close } = createSendRequest([]);
  onTestFinished(close);
  const request = { endpoint: 'https://localhost:1/a', headers: {}, body: Buffer.of() };
  await expect(send(request)).rejects.toThrow('no address on the internet');
});

test('[WP6] while Redis is away so many passings wait and no more, and none is told twice when it is back', async () => {
  const race = new LiveRace();
  const field = buildField(MOST_PENDING + 500);
  const raceStart = formatWallClock(Date.now() - HOUR_MS, DEFAULT_CONFIG.timeZone);
  race.load(
    { epoch: 'e', version: 0 },
    { config: { ...DEFAULT_CONFIG, raceStart }, runners: field, scans: [] },
  );
  let isAway = true;
  const claimed: string[] = [];
  const watch = new PassingWatch({
    race,
    claim: ({ name }) => {
      if (isAway) return Promise.reject(new Error('Redis is away.'));
      claimed.push(name);
      return Promise.resolve([]);
    },
    tell: () => undefined,
    logger,
    gatherMs: 1,
  });
  onTestFinished(() => watch.close());
  const points = ['finish'] as const;
  const timeMs = Date.now();
  const ops = field.map(({ bandId = '' }) => {
    return { op: 'add-scan' as const, scan: buildScan({ bandId, points, timeMs }) };
  });
  race.apply({ epoch: 'e', version: 1, ops });
  await eventually(() => expect(watch.pending).toBe(MOST_PENDING));
  isAway = false;
  await eventually(() => expect(claimed).toHaveLength(MOST_PENDING));
  expect(new Set(claimed).size).toBe(MOST_PENDING);
  race.apply({ epoch: 'e', version: 2, ops: [] });
  await eventually(() => expect(watch.pending).toBe(0));
  expect(claimed).toHaveLength(MOST_PENDING);
});
