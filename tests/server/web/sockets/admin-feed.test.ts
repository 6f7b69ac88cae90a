import { describe, expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { getSavedId, postForm } from '#tests/support/runner-forms.ts';
import { type AdminClient, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();

/** Why the server refused the handshake. */
async function refusalOf(socket: AdminClient): Promise<{ message: string; data: unknown }> {
  return new Promise((resolve, reject) => {
    socket.on('connect', () => reject(new Error('it was let in')));
    socket.on('connect_error', (error) =>
      resolve({ message: error.message, data: (error as { data?: unknown }).data }),
    );
  });
}

test('[AD1 AD9 MS7] an organiser is greeted, then gets each change of runners, of the missing and of those to check', async () => {
  const race = await openRace();
  const { as, connectAdmin } = await race.serve();
  const helper = as(race.helper);
  const watch = await watchAdmin(connectAdmin(race.helper));
  expect(watch.hellos).toEqual([
    {
      build: '/assets/page-4f9a.js',
      ...(await race.store.readHead()),
      serverTime: expect.any(Number) as number,
    },
  ]);
  const nobody = { count: 0, runners: [] };
  await eventually(() => expect(watch.missing[0]).toMatchObject({ toCheck: nobody }));
  const runnerId = await getSavedId(postForm(helper, { raceNumber: '501', event: 'BB' }));
  await eventually(() => {
    expect(watch.runners.get(runnerId)).toMatchObject({ bandID: '501', rev: 1 });
    expect(watch.missing.at(-1)).toMatchObject({ resultData: [runnerId] });
  });
  const timeMs = Date.UTC(2026, 5, 20, 11);
  const ofRunner = { bandId: '501', timeMs };
  await ingestScans(race.redis, race.keys, [
    buildScan({ ...ofRunner, points: ['start'], timeMs: timeMs - HOUR_MS }),
    buildScan({ ...ofRunner, points: ['cp2'], timeMs: timeMs - MINUTE_MS }),
    buildScan({ ...ofRunner, points: ['finish'] }),
  ]);
  const reasons = [{ kind: 'other-course', points: ['cp2'] }];
  const toCheck = { count: 1, runners: [{ runnerId, reasons }] };
  await eventually(() => {
    const pushed = watch.missing.flatMap((message) => message.toCheck ?? []);
    expect(pushed.at(-1)).toEqual(toCheck);
  });
  const mia = await helper.get('/mia').expect(200);
  expect(mia.body).toMatchObject({ resultData: [], toCheck });
  // A push for another reason has no runners to check.
  const stray = buildScan({ bandId: '777', points: ['cp2'], timeMs });
  await ingestScans(race.redis, race.keys, [stray]);
  await eventually(async () => {
    expect(watch.missing.at(-1)).toEqual({
      ...(await race.store.readHead()),
      resultData: [],
      scannedNumberNoRunners: [{ bandID: '777', scans: 1, lastPoint: 'cp2', lastTime: timeMs }],
    });
  });
  const before = watch.deltas.length;
  await postForm(helper, { runnerId, runClub: 'DELETE' });
  await eventually(() => expect(watch.runners.size).toBe(0));
  // The scans in between changed no runner.
  expect(watch.deltas).toHaveLength(before + 1);
});

test('[AD2] an import and a restore make every organiser load the lists again', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const watches = [
    await watchAdmin(here.connectAdmin(race.helper)),
    await watchAdmin(there.connectAdmin(race.helper)),
  ];
  await race.store.replaceRunners([buildRunner()], { by: 'test' });
  await eventually(() => {
    for (const watch of watches) {
      expect(watch.resyncs).toBe(1);
      expect(watch.missing.at(-1)?.resultData).toHaveLength(1);
    }
  });
});

describe('[AD4] without a session no connection is admitted', () => {
  test.each([
    ['no token', undefined],
    ['a forged token', 'x'.repeat(43)],
    ['a token of another kind', { $ne: '' }],
  ])('%s', async (_name, token) => {
    const race = await openRace();
    const { connectAdmin } = await race.serve();
    expect(await refusalOf(connectAdmin(token as string))).toEqual({
      message: expect.stringContaining('Sign in') as string,
      data: { status: 401 },
    });
  });

  test('and while that cannot be known, one may try again', async () => {
    const race = await openRace();
    const { connectAdmin, context } = await race.serve();
    context.store.close();
    expect(await refusalOf(connectAdmin(race.helper))).toMatchObject({ data: { status: 503 } });
  });
});

describe('[AD4] unknown messages are dropped', () => {
  test('with any content, and the socket goes on', async () => {
    const race = await openRace();
    const { connectAdmin } = await race.serve();
    const watch = await watchAdmin(connectAdmin(race.helper));
    const emit = watch.socket.emit.bind(watch.socket) as (
      event: string,
      ...args: unknown[]
    ) => void;
    emit('editing');
    emit('editing', { runnerId: 7 });
    emit('editing', 'x'.repeat(10_000));
    emit('editing', JSON.parse('{"__proto__":{"runnerId":"x"}}'));
    emit('resume', { epoch: 'x', version: 1 }, () => undefined);
    emit('editing', 'ann', () => undefined);
    await eventually(() =>
      expect(watch.presence).toEqual([{ runnerId: 'ann', email: 'mari@example.org' }]),
    );
    emit('editing', { runnerId: null });
    await eventually(() => expect(watch.presence).toEqual([]));
  });

  test('one that floods is cut', async () => {
    const race = await openRace();
    const { connectAdmin } = await race.serve();
    const watch = await watchAdmin(connectAdmin(race.helper));
    for (let i = 0; i < 200; i += 1) watch.socket.emit('editing', `runner-${i}`);
    await eventually(() => expect(watch.disconnectReason).toBe('transport close'));
  });
});
