import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';

import { Calls } from '#client/organisers/calls/calls.ts';
import { RUNNERS_KEY } from '#client/organisers/lists/lists.ts';
import { OrganisersFeed } from '#client/organisers/lists/organisers-feed.ts';
import type { RunnerList } from '#client/organisers/lists/runner-list.ts';
import { createOrganisersSocket } from '#client/live/open-socket.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const onRefusal = () => Promise.resolve(false);

/** The lists of one organiser's screen, as the page keeps them. */
function openLists({ url }: OrganisersWeb, token: string) {
  const findToken = (): Promise<string> => Promise.resolve(token);
  const queries = new QueryClient();
  const calls = new Calls({ origin: url, findToken, onRefusal });
  const timers = new ManualTimers(Date.now());
  let checks = 0;
  const feed = new OrganisersFeed({
    calls,
    queries,
    socket: createOrganisersSocket(findToken, url),
    timers,
    signals: { isOnline: () => true, isHidden: () => false, listen: () => () => undefined },
    checkSession: () => {
      checks += 1;
      return Promise.resolve();
    },
  });
  feed.start();
  onTestFinished(() => feed.stop());
  const listed = () => queries.getQueryData<RunnerList>(RUNNERS_KEY)?.runners ?? [];
  return { timers, checks: () => checks, listed, status: () => feed.status.getSnapshot() };
}

test('[AC5 AC20] after a lowered role no telephone number stays or is pushed', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const details = { mobileNumber: '+44 7700 900111' };
  const runnerId = await getSavedId(postForm(here.as(race.admin), {}, { details }));
  const screen = openLists(there, race.helper);
  const numbers = (): unknown => screen.listed().map(({ mobileNumber }) => mobileNumber);
  await eventually(() => expect(numbers()).toEqual([details.mobileNumber]));
  await eventually(() => expect(screen.status().connection).toBe('live'));
  const role = (name: string) =>
    here.as(race.admin).post('/organisers/mari@example.org/role').send({ role: name }).expect(200);
  await role('viewer');
  await eventually(() => {
    screen.timers.advance(ADMIN_POLL_MS);
    expect(screen.checks()).toBeGreaterThan(0);
    expect(numbers()).toEqual(['']);
    expect(screen.status().connection).toBe('live');
  });
  await getSavedId(postForm(here.as(race.admin), { runnerId, lastName: 'Pushed' }));
  await eventually(() => expect(screen.listed()[0]?.lastName).toBe('Pushed'));
  expect(numbers()).toEqual(['']);
  await role('medical');
  await eventually(() => {
    screen.timers.advance(ADMIN_POLL_MS);
    expect(numbers()).toEqual([details.mobileNumber]);
  });
});
