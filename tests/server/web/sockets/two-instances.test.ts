import { expect, test } from 'vitest';

import type { Role } from '#shared/wire/auth-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();

const MARI = 'mari@example.org';
const BOSS = 'boss@example.org';

test('[AD6] open editors are seen on every instance, also one that starts later, and go with the editor or the connection', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const mari = await watchAdmin(here.connectAdmin(race.helper));
  const boss = await watchAdmin(there.connectAdmin(race.admin));
  mari.socket.emit('editing', 'ann');
  await eventually(() => expect(boss.presence).toEqual([{ runnerId: 'ann', email: MARI }]));
  boss.socket.emit('editing', 'ann');
  await eventually(() => {
    for (const { presence } of [mari, boss]) {
      expect(presence.map(({ email }) => email).toSorted()).toEqual([BOSS, MARI]);
    }
  });
  const late = await watchAdmin((await race.serve()).connectAdmin(race.admin));
  await eventually(() => expect(late.presence).toHaveLength(2));
  mari.socket.emit('editing', 'dai');
  await eventually(() => expect(boss.presence).toContainEqual({ runnerId: 'dai', email: MARI }));
  boss.socket.emit('editing', null);
  await eventually(() => expect(mari.presence).toEqual([{ runnerId: 'dai', email: MARI }]));
  mari.socket.disconnect();
  await eventually(() => expect(boss.presence).toEqual([]));
});

test('[AD6 AC3] a viewer’s open form counts as no editor', async () => {
  const race = await openRace();
  const web = await race.serve();
  const boss = await watchAdmin(web.connectAdmin(race.admin));
  const open = async (role: Role): Promise<void> => {
    const { socket } = await watchAdmin(
      web.connectAdmin(await race.signIn(`${role}@example.org`, role)),
    );
    socket.emit('editing', role);
  };
  await open('viewer');
  await open('registration');
  await eventually(() => expect(boss.presence).toMatchObject([{ runnerId: 'registration' }]));
});

test('[AD6] the editors of an instance go away with it', async () => {
  const race = await openRace();
  const there = await race.serve();
  const boss = await watchAdmin(there.connectAdmin(race.admin));
  const say = (message: unknown) =>
    race.redis.publish(race.keys.presenceChannel, JSON.stringify(message));
  const editing = [{ runnerId: 'ann', email: MARI }];
  // Malformed messages are dropped.
  await say(null);
  await say({ instance: 'x', editing: 'all' });
  await say({ instance: 'x', editing: [{ runnerId: 'ann' }] });
  const received: unknown[] = [];
  boss.socket.on('presence', (now) => received.push(now));
  // An instance that dies after one message.
  await say({ instance: 'dead', editing });
  await eventually(() => expect(received.slice(-2)).toEqual([editing, []]));
});

test('[AC5] a disabled account is out of every socket and call within 2 s, on every instance', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const mine = await watchAdmin(here.connectAdmin(race.helper));
  const boss = await watchAdmin(there.connectAdmin(race.admin));
  mine.socket.emit('editing', 'ann');
  await eventually(() => expect(boss.presence).toHaveLength(1));

  await race.disable(MARI);
  for (const { as } of [here, there]) await as(race.helper).get('/apiadmin').expect(401);
  await eventually(() => {
    expect(mine).toMatchObject({ isSignedOut: true, disconnectReason: 'io server disconnect' });
    expect(boss.presence).toEqual([]);
  });
  expect(boss.socket.connected).toBe(true);
});
