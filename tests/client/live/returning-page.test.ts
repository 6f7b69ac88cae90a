import { beforeEach, describe, expect, test } from 'vitest';

import { type CachedRace, packRace } from '#client/live/packed-race.ts';
import { keepRace } from '#client/live/keep-race.ts';
import type { RaceCache } from '#client/live/race-cache.ts';
import { eventually } from '#tests/support/eventually.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { FeedServer } from '#tests/client/support/feed-server.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { openFeed } from '#tests/client/support/open-feed.ts';
import { EMPTY_CACHE, type OpenFeed } from '#tests/client/support/start-feed.ts';
import { presentAll } from '#shared/scoring/present-result.ts';

const hour = 3_600_000;
const finisher = (runnerId: string, totalMs: number) => buildResult({ runnerId, totalMs });

let server: FeedServer;
beforeEach(async () => {
  server = await new FeedServer().start();
  server.put(finisher('first', 2 * hour));
});

/** The cache left by a visit that ends now. */
function leave(given: Partial<CachedRace> = {}): RaceCache {
  const entry = packRace({
    ...server.head,
    setup: '',
    madeMs: Date.now(),
    heardMs: Date.now() - hour,
    results: server.standings.listAll(),
    totals: server.standings.totals,
    config: server.presentConfig(),
    ...given,
  });
  return { ...EMPTY_CACHE, read: () => Promise.resolve(entry) };
}

function listShown({ store }: OpenFeed): string[] {
  return store.replica.standings.listAll().map(({ runnerId }) => runnerId);
}

async function expectLevel({ store }: OpenFeed, connection = 'live'): Promise<void> {
  await eventually(() => {
    expect(store.getSnapshot().connection).toBe(connection);
    expect(store.getSnapshot().head).toEqual(server.head);
    expect(presentAll(store.replica.standings)).toEqual(presentAll(server.standings));
  });
}

test('[SR21] the last visit is shown before anything is heard, as catching up and with its age', async () => {
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

describe('over the socket', () => {
  test('[SR21] a page that is level needs no results at all', async () => {
    const page = openFeed(server.origin, leave());
    await expectLevel(page);
    expect(server.requests['/api/compact']).toBe(0);
    expect(server.resumed).toEqual([]);
  });

  test('[SR21 PR14] a page that is behind asks for what changed since, and marks it as new', async () => {
    const cache = leave();
    const stood = server.head;
    server.put(finisher('second', hour));
    const page = openFeed(server.origin, cache);
    await expectLevel(page);
    expect(server.resumed).toEqual([stood]);
    expect(server.requests['/api/compact']).toBe(0);
    expect(page.store.replica.changes.has('second')).toBe(true);
  });

  test('[PV3] a runner who became private since loses the name, on the page and in what it keeps', async () => {
    const cache = leave();
    const shown = server.standings.find('first');
    if (!shown) throw new Error('nobody is listed');
    server.put({ ...shown, firstName: '', lastName: '', runClub: '', ageGroup: '' });
    const kept: string[] = [];
    const page = openFeed(server.origin, cache);
    await expectLevel(page);
    expect(JSON.stringify(presentAll(page.store.replica.standings))).not.toContain(shown.lastName);
    expect(JSON.stringify(await cache.read())).toContain(shown.lastName);
    keepRace({
      store: page.store,
      cache: { ...cache, write: (each) => Promise.resolve(kept.push(JSON.stringify(each)) > 0) },
      timers: page.timers,
      whenIdle: (run) => run(),
      onHide: () => undefined,
    });
    await eventually(() => {
      page.timers.advance(1);
      expect(kept).toHaveLength(1);
    });
    expect(kept.join()).not.toContain(shown.lastName);
  });

  test('[SR21 PR1] another epoch takes the rows of the last visit off the page before its own come', async () => {
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
});

describe('without the socket', () => {
  beforeEach(() => {
    server.isSocketOpen = false;
  });

  test('[SR21 PR3] a page that is level gets 304', async () => {
    const page = openFeed(server.origin, leave());
    await expectLevel(page, 'polling');
    expect(server.requests['/api/compact']).toBe(1);
    expect(server.answered['/api/compact']).toBe(0);
  });

  test('[SR21] a socket that neither opens nor fails is waited for 3 s', async () => {
    const cache = leave();
    server.put(finisher('second', hour));
    const page = openFeed(server.origin, cache);
    page.socket.disconnect();
    await eventually(() => expect(listShown(page)).toEqual(['first']));
    page.timers.advance(2_999);
    expect(server.requests['/api/compact']).toBe(0);
    page.timers.advance(1);
    await eventually(() => expect(listShown(page)).toEqual(['second', 'first']));
  });
});

describe('the page opens as for the first time', () => {
  test('when the browser does not come out with it within a second', async () => {
    const page = openFeed(server.origin, { ...EMPTY_CACHE, read: () => new Gate().passed });
    await eventually(() => expect(server.viewers).toBe(1));
    expect(server.requests['/api/compact']).toBe(0);
    page.timers.advance(1_000);
    await expectLevel(page);
    expect(server.requests['/api/compact']).toBe(1);
  });
});
