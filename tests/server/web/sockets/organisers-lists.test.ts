import { expect, onTestFinished, test } from 'vitest';

import { Calls } from '#client/organisers/calls/calls.ts';
import { type Lists, NO_LISTS } from '#client/organisers/lists/lists.ts';
import { OrganisersFeed } from '#client/organisers/lists/organisers-feed.ts';
import { createOrganisersSocket } from '#client/live/open-socket.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { AdminBody } from '#shared/wire/runners-api.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { type FormValues, getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

interface Screen {
  readonly timers: ManualTimers;
  /** How often GET /apiadmin was asked for. */
  readonly fetches: () => number;
  /** How often the feed asked whether the session is over. */
  readonly checks: () => number;
  readonly now: () => Lists;
}

/** The lists of one organiser's screen, as the page keeps them. */
function openLists(web: OrganisersWeb, token: string): Screen {
  const findToken = (): Promise<string> => Promise.resolve(token);
  const lists = new ObservableState(NO_LISTS);
  const calls = new Calls({
    origin: web.url,
    findToken,
    onRefusal: () => Promise.resolve(false),
  });
  const timers = new ManualTimers(Date.now());
  let fetches = 0;
  let checks = 0;
  const feed = new OrganisersFeed({
    lists,
    calls: {
      get: (path, headers) => {
        if (path === '/apiadmin') fetches += 1;
        return calls.get(path, headers);
      },
    },
    config: { refresh: () => undefined, take: () => undefined },
    socket: createOrganisersSocket(findToken, web.url),
    timers,
    signals: { isOnline: () => true, isHidden: () => false, listen: () => () => undefined },
    checkSession: () => {
      checks += 1;
      return Promise.resolve();
    },
  });
  feed.start();
  onTestFinished(() => feed.stop());
  return { timers, fetches: () => fetches, checks: () => checks, now: () => lists.getSnapshot() };
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
    // A screen polls within 5 s of a closed connection.
    await eventually(async () => {
      screen.timers.advance(ADMIN_POLL_MS);
      await expectLevel(screen, web, tokens[index] ?? '');
      expect(screen.now().connection).toBe('live');
    });
  }
});
