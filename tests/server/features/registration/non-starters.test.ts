import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { MAX_NON_STARTERS, type DidNotStartReply } from '#shared/wire/control-api.ts';
import type { AdminBody } from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

function makeIds(length: number): string[] {
  return Array.from({ length }, () => randomUUID());
}

/** A race of these, and what is asked of an instance. */
async function openWith(runners: readonly ReturnType<typeof buildRunner>[]) {
  const race = await openRace();
  await race.store.replaceRunners(runners, { by: 'test' });
  await race.store.saveConfig(() => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  const mark = async (
    runnerIds: readonly string[],
    isUndo?: boolean,
    web: OrganisersWeb = here,
  ) => {
    const body = { runnerIds, ...(isUndo === undefined ? {} : { isUndo }) };
    const answer = await web.as(race.helper).post('/apiadmin/did-not-start').send(body).expect(200);
    return answer.body as DidNotStartReply;
  };
  const readOverrides = async (web: OrganisersWeb = here): Promise<Record<string, string>> => {
    const { body } = await web.as(race.helper).get('/apiadmin').expect(200);
    const { resultData } = body as AdminBody;
    return Object.fromEntries(
      resultData.map(({ runnerId, overrideLime }) => [runnerId, overrideLime]),
    );
  };
  return { race, here, there, mark, readOverrides };
}

test('[CL64 RC2] DNS is set for runners never seen and without an override; others are named and stay, and an undo affects only DNS', async () => {
  const bands = { read: '1', seen: '2', never: '3', noted: '4', dnf: '5', timed: '6' };
  const overrides: Record<string, string> = { dnf: '00:00:01', timed: '1:02:03' };
  const { race, here, mark, readOverrides } = await openWith([
    ...Object.entries(bands).map(([runnerId, bandId]) =>
      buildRunner({ runnerId, bandId, overrideTime: overrides[runnerId] ?? '' }),
    ),
    buildRunner({ runnerId: 'bandless', bandId: undefined }),
    buildRunner({ runnerId: 'other' }),
  ]);
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '1', points: ['start'] })]);
  const report = (runnerId: string, kind: string) =>
    here
      .as(race.helper)
      .post(`/apiadmin/${runnerId}/reports`)
      .send({ reportId: randomUUID(), kind, atMs: Date.UTC(2026, 5, 20, 10) })
      .expect(200);
  await report('seen', 'seen');
  await report('noted', 'note');
  const asked = [...new Set([...Object.keys(bands), 'bandless', 'nobody', 'never'])];
  const expected = ['bandless', 'never', 'noted'];
  await eventually(() => expect(here.context.race.scanCount).toBe(1));
  const { changed, left } = await mark(asked);
  expect(changed.toSorted()).toEqual(expected);
  expect(left.toSorted()).toEqual(['dnf', 'nobody', 'read', 'seen', 'timed']);
  const marked = {
    ...overrides,
    read: '',
    seen: '',
    other: '',
    never: 'DNS',
    noted: 'DNS',
    bandless: 'DNS',
  };
  expect(await readOverrides()).toEqual(marked);

  const undone = await mark([...asked, 'other'], true);
  expect(undone.changed.toSorted()).toEqual(expected);
  expect(await readOverrides()).toEqual({ ...marked, never: '', noted: '', bandless: '' });
  const { head } = await race.store.readRecord();
  expect((await mark(asked, true)).changed).toEqual([]);
  expect((await race.store.readRecord()).head).toEqual(head);
});

test('[CL64] of an edit at the same moment and a whole start list of DNS neither is lost', async () => {
  const runners = Array.from({ length: 300 }, (_, at) => buildRunner({ runnerId: `r-${at}` }));
  const { there, race, mark, readOverrides } = await openWith(runners);
  const ids = runners.map(({ runnerId }) => runnerId);
  const [marked] = await Promise.all([
    mark(ids),
    ...ids.slice(0, 20).map((runnerId) =>
      there
        .as(race.helper)
        .post(`/apiadmin/${runnerId}/reports`)
        .send({ reportId: randomUUID(), kind: 'stopped', atMs: Date.UTC(2026, 5, 20, 10) })
        .expect(200),
    ),
  ]);
  const { changed, left } = marked;
  expect(changed.length + left.length).toBe(300);
  // A runner who stopped is DNF, before or after the others became DNS.
  await eventually(async () => {
    const overrides = await readOverrides();
    expect(ids.map((id) => overrides[id])).toEqual(
      ids.map((_, at) => (at < 20 ? '00:00:01' : 'DNS')),
    );
  });
});

test('[CL64] an invalid or too long list is refused with a sentence', async () => {
  const { here, race } = await openWith([buildRunner()]);
  for (const runnerIds of [undefined, [], 'all', ['a b'], [7], makeIds(MAX_NON_STARTERS + 1)]) {
    const { body } = await here
      .as(race.helper)
      .post('/apiadmin/did-not-start')
      .send({ runnerIds })
      .expect(400);
    expect(body).toEqual({
      error: 'Send runnerIds, 1 to 5000 of them, each once, and isUndo to take it back.',
    });
  }
  const call = here.as(race.helper).post('/apiadmin/did-not-start');
  await call.send({ runnerIds: makeIds(20_000) }).expect(413);
  await here.http
    .post('/apiadmin/did-not-start')
    .send({ runnerIds: makeIds(1) })
    .expect(401);
});
