import { beforeEach, describe, expect, test } from 'vitest';

import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { eventually } from '#tests/support/eventually.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { FeedServer } from '#tests/client/support/feed-server.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { openFeed } from '#tests/client/support/open-feed.ts';
import type { OpenFeed } from '#tests/client/support/start-feed.ts';

const hour = 3_600_000;
const finisher = (runnerId: string, totalMs: number) => buildResult({ runnerId, totalMs });

let server: FeedServer;
beforeEach(async () => {
  server = await new FeedServer().start();
  server.put(finisher('first', 2 * hour));
});

/** Waits until the page shows what the server would answer to a fresh GET /api, and says so. */
async function expectLevel({ store }: OpenFeed, connection = 'live'): Promise<void> {
  await eventually(() => {
    expect(store.getSnapshot().connection).toBe(connection);
    expect(store.getSnapshot().head).toEqual(server.head);
    expect(presentAll(store.replica.standings)).toEqual(presentAll(server.standings));
  });
}

/** Waits until the page knows that the socket is down. */
async function expectDown({ store }: OpenFeed): Promise<void> {
  await eventually(() => expect(store.getSnapshot().connection).not.toBe('live'));
}

describe('the first sight', () => {
  test('[PR3] deltas before the snapshot are kept', async () => {
    const gate = new Gate();
    server.snapshotGate = gate.passed;
    const page = openFeed(server.origin);
    await eventually(() => {
      expect(server.requests['/api/compact']).toBe(1);
      expect(server.viewers).toBe(1);
    });
    server.put(finisher('second', 3 * hour));
    server.put(finisher('third', hour));
    expect(page.store.getSnapshot().head).toBeUndefined();
    gate.open();
    await expectLevel(page);
    expect(server.resumed).toEqual([]);
  });
});

describe('the socket', () => {
  test('[PR9 PR15] another epoch is loaded whole, on resync and on a delta alike', async () => {
    const page = openFeed(server.origin);
    await expectLevel(page);
    server.replace([finisher('imported', hour)], 'second');
    server.send('resync', server.head);
    await eventually(() => {
      page.timers.advance(500);
      expect(page.store.getSnapshot().head).toEqual(server.head);
    });
    await expectLevel(page);

    server.replace([finisher('restored', hour)], 'third');
    server.put(finisher('after', 2 * hour));
    await eventually(() => {
      page.timers.advance(1);
      expect(page.store.getSnapshot().head).toEqual(server.head);
    });
    await expectLevel(page);
  });

  test('[PR3 PR12] changed settings are pushed, and fetched again after each connect', async () => {
    const page = openFeed(server.origin);
    await expectLevel(page);
    server.config = { ...server.config, pageTitle: 'Ras y Bwystfil' };
    server.send('config', server.presentConfig());
    await eventually(() =>
      expect(page.store.getSnapshot().config?.pageTitle).toBe('Ras y Bwystfil'),
    );
    server.config = { ...server.config, pageTitle: 'Ras Arall' };
    server.cutAll();
    await eventually(() => expect(page.store.getSnapshot().config?.pageTitle).toBe('Ras Arall'));
  });

  test('[PR18 PR27] messages that do not fit are dropped, and the rest goes on', async () => {
    const page = openFeed(server.origin);
    await expectLevel(page);
    // The settings come by a call of their own.
    await eventually(() => expect(page.store.getSnapshot().config).toBeDefined());
    const before = page.store.getSnapshot().config;
    const rubbish = [null, 7, 'x', [], {}, { epoch: 'first', version: 99 }, { upsert: null }];
    for (const message of rubbish) {
      server.send('results', message);
      server.send('config', message);
      server.send('hello', message);
    }
    server.send('nonsense', { a: 1 });
    server.put(finisher('after', hour));
    await expectLevel(page);
    // They may have been fetched once more: `hello` asks for them, and each answer has its own time.
    const serverTime = expect.any(Number) as number;
    expect(page.store.getSnapshot().config).toEqual({ ...before, serverTime });
  });
});

describe('polling', () => {
  test('[PR17] every 10000 ms exactly while the socket is down', async () => {
    server.isSocketOpen = false;
    const page = openFeed(server.origin);
    await expectLevel(page, 'polling');
    page.timers.advance(PUBLIC_POLL_MS - 1);
    expect(server.requests).toEqual({ '/api/compact': 1, '/config': 1 });
    for (const count of [2, 3, 4]) {
      server.put(finisher(`poll-${count}`, count * hour));
      const { config } = page.store.getSnapshot();
      page.timers.advance(count === 2 ? 1 : PUBLIC_POLL_MS);
      await eventually(() =>
        expect(server.requests).toEqual({ '/api/compact': count, '/config': count }),
      );
      await expectLevel(page, 'polling');
      // The next poll would ask for no settings while these are on their way.
      await eventually(() => expect(page.store.getSnapshot().config).not.toBe(config));
    }

    server.isSocketOpen = true;
    await expectLevel(page);
    // One more for the settings after the greeting.
    const whenUp = { '/api/compact': 4, '/config': 5 };
    await eventually(() => expect(server.requests).toEqual(whenUp));
    page.timers.advance(10 * PUBLIC_POLL_MS);
    server.put(finisher('pushed', hour));
    await expectLevel(page);
    expect(server.requests).toEqual(whenUp);

    server.isSocketOpen = false;
    server.cutAll();
    await expectDown(page);
    server.put(finisher('polled', 5 * hour));
    page.timers.advance(PUBLIC_POLL_MS);
    await expectLevel(page, 'polling');
    expect(server.requests).toEqual({ '/api/compact': 5, '/config': 6 });
  });

  test('[SR18] a network that is silent without an end is offline after 25 s, and not at once after a sleep', async () => {
    const page = openFeed(server.origin);
    await expectLevel(page);
    server.snapshotGate = new Gate().passed;
    server.isSocketOpen = false;
    server.cutAll();
    await expectDown(page);
    page.timers.advance(24_999);
    expect(page.store.getSnapshot().connection).toBe('catching-up');
    page.timers.advance(1);
    expect(page.store.getSnapshot().connection).toBe('offline');
    page.wake();
    expect(page.store.getSnapshot().connection).toBe('catching-up');
    page.timers.advance(25_000);
    expect(page.store.getSnapshot().connection).toBe('offline');
  });

  test('[PR17] a browser without a network is offline at once, and back at once with it', async () => {
    const page = openFeed(server.origin);
    await expectLevel(page);
    server.doesAnswerResume = false;
    page.loseNetwork();
    expect(page.store.getSnapshot().connection).toBe('offline');
    await eventually(() => expect(server.resumed).toHaveLength(1));
    server.doesAnswerResume = true;
    page.wake();
    // Without waiting for the link that was up before the network went.
    expect(page.store.getSnapshot().connection).toBe('catching-up');
    await expectLevel(page);
  });
});

describe('a page that slept', () => {
  test('asks at once for what it missed', async () => {
    const page = openFeed(server.origin);
    await expectLevel(page);
    server.put(finisher('missed', hour), true);
    page.timers.advance(60_000);
    page.wake();
    expect(page.store.getSnapshot().connection).toBe('catching-up');
    await expectLevel(page);
    expect(server.resumed).toHaveLength(1);
    expect(server.requests['/api/compact']).toBe(1);
  });
});

test('[SR12 PR20] the clock follows the server’s, by every answer and by hello', async () => {
  server.clockAheadMs = hour;
  server.isSocketOpen = false;
  const page = openFeed(server.origin);
  const offset = (): number =>
    page.store.getSnapshot().clockOffsetMs - (Date.now() - page.timers.now());
  await expectLevel(page, 'polling');
  expect(Math.round(offset() / hour)).toBe(1);
  server.isSocketOpen = true;
  await expectLevel(page);
  expect(Math.round(offset() / hour)).toBe(1);
});
