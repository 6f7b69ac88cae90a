import { beforeEach, describe, expect, test } from 'vitest';

import { packRace } from '#client/live/packed-race.ts';
import type { RaceCache } from '#client/live/race-cache.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { FeedServer } from '#tests/client/support/feed-server.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { openFeed } from '#tests/client/support/open-feed.ts';
import { EMPTY_CACHE, type OpenFeed } from '#tests/client/support/start-feed.ts';
import { eventually } from '#tests/support/eventually.ts';

const hour = 3_600_000;
const finisher = (runnerId: string, totalMs: number) => buildResult({ runnerId, totalMs });

let server: FeedServer;
beforeEach(async () => {
  server = await new FeedServer().start();
  server.put(finisher('first', 2 * hour));
});

/** Waits until the page shows the server's current results, in this state. */
async function expectLevel({ store }: OpenFeed, connection = 'live'): Promise<void> {
  await eventually(() => {
    expect(store.getSnapshot().connection).toBe(connection);
    expect(store.getSnapshot().head).toEqual(server.head);
    expect(presentAll(store.replica.standings)).toEqual(presentAll(server.standings));
  });
}

async function openLevel(): Promise<OpenFeed> {
  const page = openFeed(server.origin);
  await expectLevel(page);
  return page;
}

/** Cuts the socket, refuses new ones, and waits until the page has noticed. */
async function closeSocket({ store }: OpenFeed): Promise<void> {
  server.isSocketOpen = false;
  server.cutAll();
  await eventually(() => expect(store.getSnapshot().connection).not.toBe('live'));
}

describe('the socket', () => {
  test('[PR9 PR15] a new epoch is loaded whole, after a resync and after a delta', async () => {
    const page = await openLevel();
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
    const page = await openLevel();
    const expectTitle = (title: string) =>
      eventually(() => expect(page.store.getSnapshot().config?.pageTitle).toBe(title));
    server.config = { ...server.config, pageTitle: 'Ras y Bwystfil' };
    server.send('config', server.presentConfig());
    await expectTitle('Ras y Bwystfil');
    server.config = { ...server.config, pageTitle: 'Ras Arall' };
    server.cutAll();
    await expectTitle('Ras Arall');
  });

  test('[PR3] pushed settings are not replaced by an answer from before', async () => {
    const page = await openLevel();
    const { answered, requests } = server;
    await eventually(() => expect(answered['/config']).toBe(requests['/config']));
    const before = requests['/config'] ?? 0;
    const [first, second] = [new Gate(), new Gate()];
    server.configGate = first.passed;
    server.send('resync', server.head);
    await eventually(() => expect(requests['/config']).toBe(before + 1));
    server.config = { ...server.config, pageTitle: 'Ras y Bwystfil' };
    server.send('config', server.presentConfig());
    const titleOf = () => page.store.getSnapshot().config?.pageTitle;
    await eventually(() => expect(titleOf()).toBe('Ras y Bwystfil'));
    server.configGate = second.passed;
    first.open();
    // The next is requested only once the page has taken the answer.
    await eventually(() => {
      server.send('resync', server.head);
      expect(requests['/config']).toBe(before + 2);
    });
    expect(titleOf()).toBe('Ras y Bwystfil');
    second.open();
  });

  test('[PR18 PR27] malformed messages are dropped, and the connection goes on', async () => {
    const page = await openLevel();
    await eventually(() => expect(page.store.getSnapshot().config).toBeDefined());
    const before = page.store.getSnapshot().config;
    for (const message of [null, 7, 'x', [], {}, { epoch: 'first', version: 99 }]) {
      for (const event of ['results', 'config', 'hello']) server.send(event, message);
    }
    server.send('nonsense', { a: 1 });
    server.put(finisher('after', hour));
    await expectLevel(page);
    // `hello` may have fetched them again: each answer has its own time.
    const serverTime = expect.any(Number) as number;
    expect(page.store.getSnapshot().config).toEqual({ ...before, serverTime });
  });

  test('a page that slept connects again for what it missed, one that was only hidden does not', async () => {
    const page = await openLevel();
    server.put(finisher('missed', hour), true);
    page.wake();
    expect(page.store.getSnapshot().connection).toBe('live');
    page.timers.advance(60_000);
    page.wake();
    expect(page.store.getSnapshot().connection).toBe('catching-up');
    await expectLevel(page);
    expect(server.resumed).toHaveLength(1);
    expect(server.requests['/api/compact']).toBe(1);
  });
});

describe('without the socket', () => {
  test('[PR17] the page polls every 10 s exactly', async () => {
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
      // Two fetches of the settings at a time would be one request.
      await eventually(() => expect(page.store.getSnapshot().config).not.toBe(config));
    }

    server.isSocketOpen = true;
    await expectLevel(page);
    // `hello` fetches the settings once more.
    const whenUp = { '/api/compact': 4, '/config': 5 };
    await eventually(() => expect(server.requests).toEqual(whenUp));
    page.timers.advance(10 * PUBLIC_POLL_MS);
    server.put(finisher('pushed', hour));
    await expectLevel(page);
    expect(server.requests).toEqual(whenUp);
  });

  test('[SR18] a silent network counts as offline after 25 s, counted again after a sleep', async () => {
    const page = await openLevel();
    server.snapshotGate = new Gate().passed;
    await closeSocket(page);
    const stateAfter = (ms: number): string => {
      page.timers.advance(ms);
      return page.store.getSnapshot().connection;
    };
    expect([stateAfter(24_999), stateAfter(1)]).toEqual(['catching-up', 'offline']);
    page.wake();
    expect([stateAfter(0), stateAfter(25_000)]).toEqual(['catching-up', 'offline']);
  });

  test('[PR17] a browser without a network is offline at once, until the server still answers, and reconnects at once with it', async () => {
    const page = await openLevel();
    page.loseNetwork();
    expect(page.store.getSnapshot().connection).toBe('offline');
    // Without waiting for the next ping.
    await expectLevel(page);
    page.loseNetwork();
    page.wake();
    // Without waiting for the old link to time out.
    expect(page.store.getSnapshot().connection).toBe('catching-up');
    await expectLevel(page);
  });

  test('[SR12 PR20] the clock follows the server’s, by each answer and by hello', async () => {
    server.clockAheadMs = hour;
    server.isSocketOpen = false;
    const page = openFeed(server.origin);
    const hoursAhead = (): number => {
      const ahead = page.store.getSnapshot().clockOffsetMs - (Date.now() - page.timers.now());
      return Math.round(ahead / hour);
    };
    await expectLevel(page, 'polling');
    expect(hoursAhead()).toBe(1);
    server.isSocketOpen = true;
    await expectLevel(page);
    expect(hoursAhead()).toBe(1);
  });
});

/** The cache of a visit that ends now. */
function leave(): RaceCache {
  const entry = packRace({
    ...server.head,
    setup: '',
    madeMs: Date.now(),
    heardMs: Date.now() - hour,
    results: server.standings.listAll(),
    totals: server.standings.totals,
    config: server.presentConfig(),
  });
  return { ...EMPTY_CACHE, read: () => Promise.resolve(entry) };
}

const listShown = ({ store }: OpenFeed): string[] =>
  store.replica.standings.listAll().map(({ runnerId }) => runnerId);

describe('[SR21] a returning page', () => {
  test('shows the last visit before any answer, as catching up and with its age', async () => {
    const cache = leave();
    server.isHttpUp = false;
    server.isSocketOpen = false;
    const page = openFeed(server.origin, cache);
    await eventually(() => expect(listShown(page)).toEqual(['first']));
    const { heardMs, config } = page.store.getSnapshot();
    expect(Math.round((page.timers.now() - (heardMs ?? 0)) / hour)).toBe(1);
    expect(config?.pageTitle).toBe('Ras Beca');
    await eventually(() => expect(page.store.getSnapshot().connection).toBe('offline'));
  });

  test('[PR14] asks only for the changes since, and marks them as new', async () => {
    const cache = leave();
    const cached = server.head;
    server.put(finisher('second', hour));
    const page = openFeed(server.origin, cache);
    await expectLevel(page);
    expect(server.resumed).toEqual([cached]);
    expect(server.requests['/api/compact']).toBe(0);
    expect(page.store.replica.changes.has('second')).toBe(true);
  });

  test('[PR1] drops the rows of another epoch before it has those of the new one', async () => {
    const cache = leave();
    server.replace([finisher('imported', hour)], 'second');
    const gate = new Gate();
    server.snapshotGate = gate.passed;
    const page = openFeed(server.origin, cache);
    await eventually(() => {
      page.timers.advance(1);
      expect(server.requests['/api/compact']).toBe(1);
    });
    expect(page.store.getSnapshot().head).toBeUndefined();
    expect(listShown(page)).toEqual([]);
    gate.open();
    await expectLevel(page);
    expect(server.resumed).toEqual([]);
  });

  test('fetches at once where the socket is refused', async () => {
    const cache = leave();
    server.put(finisher('second', hour));
    server.isSocketOpen = false;
    const page = openFeed(server.origin, cache);
    await expectLevel(page, 'polling');
    expect(listShown(page)).toEqual(['second', 'first']);
    expect(server.requests['/api/compact']).toBe(1);
  });

  test('polls as ever where the socket neither opens nor fails', async () => {
    const cache = leave();
    server.put(finisher('second', hour));
    const page = openFeed(server.origin, cache);
    page.socket.disconnect();
    await eventually(() => expect(listShown(page)).toEqual(['first']));
    page.timers.advance(PUBLIC_POLL_MS - 1);
    expect(server.requests['/api/compact']).toBe(0);
    page.timers.advance(1);
    await eventually(() => expect(listShown(page)).toEqual(['second', 'first']));
  });

  test('opens as on a first visit if the cache is not read within a second', async () => {
    const page = openFeed(server.origin, { ...EMPTY_CACHE, read: () => new Gate().passed });
    await eventually(() => expect(server.viewers).toBe(1));
    expect(server.requests['/api/compact']).toBe(0);
    page.timers.advance(1_000);
    await expectLevel(page);
    expect(server.requests['/api/compact']).toBe(1);
  });

  test('opens as on a first visit if the cache is damaged', async () => {
    const cache = leave();
    const page = openFeed(server.origin, {
      ...cache,
      read: async () => ({ ...((await cache.read()) as object), rows: '{"cut' }),
    });
    await expectLevel(page);
    expect(server.requests['/api/compact']).toBe(1);
  });

  test('shows a cache that is read later where nothing could be fetched', async () => {
    const cache = leave();
    const gate = new Gate();
    server.isHttpUp = false;
    server.isSocketOpen = false;
    const page = openFeed(server.origin, {
      ...cache,
      read: () => gate.passed.then(() => cache.read()),
    });
    page.timers.advance(1_000);
    await eventually(() => expect(page.store.getSnapshot().connection).toBe('offline'));
    gate.open();
    await eventually(() => expect(listShown(page)).toEqual(['first']));
    expect(page.store.getSnapshot().config?.pageTitle).toBe('Ras Beca');
  });
});
