import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { Calls } from '#client/organisers/calls/calls.ts';
import { createListsHttp } from '#client/organisers/lists/lists-http.ts';
import { type Lists, NO_LISTS } from '#client/organisers/lists/lists.ts';
import { OrganisersFeed } from '#client/organisers/lists/organisers-feed.ts';
import type { PageListener } from '#client/live/page-signals.ts';
import { createOrganisersSocket } from '#client/live/open-socket.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { AdminBody } from '#shared/wire/runners-api.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { OrganisersConfigBody } from '#shared/wire/config-api.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import {
  type OrganisersWeb,
  provideOrganisersRace,
  reach,
} from '#tests/support/organisers-race.ts';
import { type FormValues, getSavedId, postForm } from '#tests/support/runner-forms.ts';
import { startWeb } from '#tests/support/start-web.ts';

const openRace = provideOrganisersRace();

interface Screen {
  readonly feed: OrganisersFeed;
  readonly timers: ManualTimers;
  /** How often GET /apiadmin was asked for. */
  readonly fetches: () => number;
  /** How often the settings were to be fetched. */
  readonly configFetches: () => number;
  /** The settings that were pushed. */
  readonly pushedConfigs: readonly OrganisersConfigBody[];
  /** How often the feed asked whether the session is over. */
  readonly checks: () => number;
  readonly now: () => Lists;
  /** The browser says that there is no network. Nothing is heard by it but what is asked for. */
  readonly loseNetwork: () => void;
  /** Whether calls fail. */
  isHttpDown: boolean;
}

/** The lists of one organiser's screen, as the page keeps them; the socket may be sought elsewhere. */
function openLists(web: OrganisersWeb, token: string, socketOrigin = web.url): Screen {
  const findToken = (): Promise<string> => Promise.resolve(token);
  const lists = new ObservableState(NO_LISTS);
  const http = createListsHttp(
    new Calls({ origin: web.url, findToken, onRefusal: () => Promise.resolve(false) }),
  );
  const timers = new ManualTimers(Date.now());
  let fetches = 0;
  let configFetches = 0;
  const pushedConfigs: OrganisersConfigBody[] = [];
  let checks = 0;
  const socket = createOrganisersSocket(findToken, socketOrigin);
  const listeners = new Set<PageListener>();
  const feed = new OrganisersFeed({
    lists,
    http: {
      ...http,
      fetchRunners: () => {
        fetches += 1;
        if (screen.isHttpDown) return Promise.reject(new Error('no network'));
        return http.fetchRunners();
      },
    },
    config: {
      refresh: () => {
        configFetches += 1;
      },
      take: (config) => pushedConfigs.push(config),
    },
    socket,
    timers,
    signals: {
      isOnline: () => true,
      isHidden: () => false,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    checkSession: () => {
      checks += 1;
      return Promise.resolve();
    },
  });
  const screen: Screen = {
    feed,
    timers,
    fetches: () => fetches,
    configFetches: () => configFetches,
    pushedConfigs,
    checks: () => checks,
    now: () => lists.getSnapshot(),
    loseNetwork: () => {
      socket.io.off('ping');
      for (const { onOffline } of listeners) onOffline();
    },
    isHttpDown: false,
  };
  feed.start();
  onTestFinished(() => {
    feed.stop();
  });
  return screen;
}

/** A port at which nobody is let in, and that nobody else takes before `leave`. */
async function holdPort(): Promise<{ port: number; origin: string; leave: () => Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  const port = await reservePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    leave: async () => {
      await once(server.close(), 'close');
    },
  };
}

const save = (web: OrganisersWeb, token: string, values: FormValues): Promise<string> =>
  getSavedId(postForm(web.as(token), values));

function byId(all: readonly { readonly runnerId: string }[]): unknown {
  return all.toSorted((a, b) => (a.runnerId < b.runnerId ? -1 : 1));
}

/** Waits until the screen shows what the server would answer to a fresh GET /apiadmin. */
async function expectLevel(screen: Screen, web: OrganisersWeb, token: string): Promise<void> {
  await eventually(async () => {
    const { body } = await web.as(token).get('/apiadmin');
    expect(byId(screen.now().everyone)).toEqual(byId((body as AdminBody).resultData));
  });
}

test('[AD1] the lists come by HTTP and are pushed from then on; nothing is fetched again', async () => {
  const race = await openRace();
  const web = await race.serve();
  await save(web, race.helper, { lastName: 'First' });
  const screen = openLists(web, race.helper);
  await eventually(() => expect(screen.now().connection).toBe('live'));
  await expectLevel(screen, web, race.helper);
  const before = screen.fetches();
  await save(web, race.helper, { lastName: 'Aaron', raceNumber: '7' });
  await expectLevel(screen, web, race.helper);
  expect(screen.now().runners?.map(({ lastName }) => lastName)).toEqual(['Aaron', 'First']);
  await eventually(() => expect(screen.now().missing?.runnerIds).toHaveLength(1));
  screen.timers.advance(3 * ADMIN_POLL_MS);
  expect(screen.fetches()).toBe(before);
});

test('[AD7] the settings are fetched after the greeting, then pushed when they change', async () => {
  const race = await openRace();
  const web = await race.serve();
  const screen = openLists(web, race.helper);
  await eventually(() => expect(screen.now().connection).toBe('live'));
  const before = screen.configFetches();
  expect(before).toBeGreaterThan(0);
  const four = { pageTitle: 'Ras Beca', distances: 'Half', wayPoints: '', KOMs: '' };
  await web.as(race.admin).put('/webconfig').send(four).expect(200);
  await eventually(() => expect(screen.pushedConfigs.at(-1)).toMatchObject(four));
  expect(screen.pushedConfigs.at(-1)).toMatchObject({ pictures: { logo: '', background: '' } });
  screen.timers.advance(3 * ADMIN_POLL_MS);
  expect(screen.configFetches()).toBe(before);
});

test('[AD7] without the socket the settings are polled like the lists', async () => {
  const race = await openRace();
  const web = await race.serve();
  const { origin } = await holdPort();
  const screen = openLists(web, race.helper, origin);
  await eventually(() => expect(screen.now().connection).toBe('polling'));
  const before = screen.configFetches();
  screen.timers.advance(ADMIN_POLL_MS);
  expect(screen.configFetches()).toBe(before + 1);
});

test('[AD7] without the socket the lists are polled every 5 s, and pushed again when it is back', async () => {
  const race = await openRace();
  const web = await race.serve();
  const { port, origin, leave } = await holdPort();
  const screen = openLists(web, race.helper, origin);
  await eventually(() => expect(screen.now().connection).toBe('polling'));
  await save(web, race.helper, { lastName: 'Late' });
  expect(screen.now().everyone).toEqual([]);
  screen.timers.advance(ADMIN_POLL_MS);
  await expectLevel(screen, web, race.helper);

  await leave();
  const back = reach(await startWeb({ ...race, settings: { PORT: String(port) } }));
  await eventually(() => expect(screen.now().connection).toBe('live'));
  await expectLevel(screen, back, race.helper);
  const before = screen.fetches();
  screen.timers.advance(3 * ADMIN_POLL_MS);
  await save(back, race.helper, { lastName: 'Pushed' });
  await expectLevel(screen, back, race.helper);
  expect(screen.fetches()).toBe(before);
});

test('[PR17] a browser without a network is offline until a list comes, not while none does', async () => {
  const race = await openRace();
  const web = await race.serve();
  const screen = openLists(web, race.helper);
  await eventually(() => expect(screen.now().connection).toBe('live'));
  await eventually(() => expect(screen.now().missing).toBeDefined());
  screen.isHttpDown = true;
  const before = screen.fetches();
  screen.loseNetwork();
  expect(screen.now().connection).toBe('offline');
  expect(screen.fetches()).toBe(before + 1);
  await screen.feed.refresh();
  expect(screen.now().connection).toBe('offline');
  screen.isHttpDown = false;
  await screen.feed.refresh();
  expect(screen.now().connection).toBe('live');
});

test('[MS4 MS5] last reads of the missing, and finishers although DNF, are pushed and polled alike', async () => {
  const race = await openRace();
  const web = await race.serve();
  const timeMs = Date.UTC(2026, 5, 20, 11);
  const out = await save(web, race.helper, { raceNumber: '7', overrideTime: '00:00:01' });
  const seen = await save(web, race.helper, { raceNumber: '8' });
  const never = await save(web, race.helper, { raceNumber: '9' });
  const pushed = openLists(web, race.helper);
  const polled = openLists(web, race.helper, (await holdPort()).origin);
  await eventually(() => expect(pushed.now().missing?.sights.get(seen)).toBe(null));
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '7', points: ['finish'], timeMs }),
    buildScan({ bandId: '8', points: ['cp2'], timeMs }),
  ]);
  await eventually(() => {
    polled.timers.advance(ADMIN_POLL_MS);
    for (const { now } of [pushed, polled]) {
      const { sights, dnfFinishes } = now().missing ?? {};
      expect(sights?.get(seen)).toEqual({ scans: 1, lastPoint: 'cp2', lastTime: timeMs });
      expect(sights?.get(never)).toBe(null);
      expect([...(dnfFinishes ?? [])]).toEqual([[out, timeMs]]);
    }
  });
  // A message that says nothing of it leaves what is known.
  await save(web, race.helper, { runnerId: never, raceNumber: '9', overrideTime: '1:00:00' });
  await eventually(() => expect(pushed.now().missing?.runnerIds).toEqual([seen]));
  expect(pushed.now().missing?.sights.get(seen)).toMatchObject({ scans: 1 });
});

test('[SG11] while a runner is edited here the rows stand still, the others know, and all are level after', async () => {
  const race = await openRace();
  const web = await race.serve();
  const held = await save(web, race.helper, { lastName: 'Held' });
  const screen = openLists(web, race.helper);
  const other = openLists(web, race.admin);
  await eventually(() => expect(other.now().connection).toBe('live'));
  await eventually(() => expect(screen.now().connection).toBe('live'));
  screen.feed.setEditing(held);
  await eventually(() =>
    expect(other.now().presence).toEqual([{ runnerId: held, email: 'mari@example.org' }]),
  );
  await save(web, race.admin, { lastName: 'Aaron' });
  await save(web, race.admin, { lastName: 'Zed', runnerId: held });
  await expectLevel(screen, web, race.admin);
  expect(screen.now().runners?.map(({ lastName }) => lastName)).toEqual(['Zed']);
  screen.feed.setEditing(null);
  expect(screen.now().runners?.map(({ lastName }) => lastName)).toEqual(['Aaron', 'Zed']);
  await eventually(() => expect(other.now().presence).toEqual([]));
});

test('[AC5 AC20] after a lowered role no telephone number stays or is pushed', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const details = { mobileNumber: '+44 7700 900111' };
  const runnerId = await getSavedId(postForm(here.as(race.admin), {}, { details }));
  const screen = openLists(there, race.helper);
  const numbers = (): unknown => screen.now().everyone.map(({ mobileNumber }) => mobileNumber);
  await eventually(() => expect(numbers()).toEqual([details.mobileNumber]));
  await eventually(() => expect(screen.now().connection).toBe('live'));
  const role = (name: string) =>
    here.as(race.admin).post('/organisers/mari@example.org/role').send({ role: name }).expect(200);
  await role('viewer');
  await eventually(() => {
    screen.timers.advance(ADMIN_POLL_MS);
    expect(screen.checks()).toBeGreaterThan(0);
    expect(numbers()).toEqual(['']);
    expect(screen.now().connection).toBe('live');
  });
  await save(here, race.admin, { runnerId, lastName: 'Pushed' });
  await eventually(() => expect(screen.now().everyone[0]?.lastName).toBe('Pushed'));
  expect(numbers()).toEqual(['']);
  await role('medical');
  await eventually(() => {
    screen.timers.advance(ADMIN_POLL_MS);
    expect(numbers()).toEqual([details.mobileNumber]);
  });
});

test('an invalid token is noticed, and the session is checked', async () => {
  const race = await openRace();
  const web = await race.serve();
  const screen = openLists(web, 'forged');
  await eventually(() => expect(screen.checks()).toBeGreaterThan(0));
  expect(screen.now().runners).toBeUndefined();
});

test('three organisers save at random while their connections break: all screens end level', async () => {
  const race = await openRace();
  const web = await race.serve();
  const tokens = [race.admin, race.helper, await race.signIn('nia@example.org', 'registration')];
  const screens = tokens.map((token) => openLists(web, token));
  await eventually(() => {
    for (const { now } of screens) expect(now().connection).toBe('live');
  });
  await Promise.all(
    tokens.map(async (token, who) => {
      for (let round = 0; round < 15; round += 1) {
        const runnerId = await save(web, token, { lastName: `Rhif ${who}-${round % 4}` });
        if (round % 5 === who) web.context.sockets.of('/admin').disconnectSockets(true);
        await save(web, token, {
          runnerId,
          lastName: `Rhif ${round}`,
          bibNumber: `${who}${round}`,
        });
        if (round % 3 === 0) await save(web, token, { runnerId, runClub: 'DELETE' });
      }
    }),
  );
  for (const [index, screen] of screens.entries()) {
    // A screen does this by itself within 5 s after the server closed the connection.
    await eventually(async () => {
      screen.timers.advance(ADMIN_POLL_MS);
      await expectLevel(screen, web, tokens[index] ?? '');
      expect(screen.now().connection).toBe('live');
    });
  }
});
