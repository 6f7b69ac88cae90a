import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import {
  MAX_REPORT_TEXT,
  MAX_REPORTS,
  MAX_REPORTS_OF_RUNNER,
  type Report,
} from '#shared/model/decisions.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { type DidNotStartReply, MAX_NON_STARTERS } from '#shared/wire/control-api.ts';
import type {
  AdminBody,
  AdminRunner,
  ChangeEntry,
  HistoryEntry,
} from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const AT_MS = Date.UTC(2026, 5, 20, 8);
const MARI = 'mari@example.org';
const SIAN = buildRunner({ runnerId: 'sian', bandId: '7', firstName: 'Siân' });

/** A race on two instances. */
async function openWith(...runners: readonly ReturnType<typeof buildRunner>[]) {
  const race = await openRace();
  await race.store.replaceRunners(runners, { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  const report = (runnerId: string, body: object, web: OrganisersWeb = here) =>
    web
      .as(race.helper)
      .post(`/apiadmin/${runnerId}/reports`)
      .send({ reportId: randomUUID(), atMs: AT_MS, ...body });
  const takeBack = (reportId = '') =>
    here.as(race.helper).post(`/apiadmin/sian/reports/${reportId}/undo`);
  const ofMany =
    (path: string) =>
    async (runnerIds: readonly string[], isUndo = false, web: OrganisersWeb = here) => {
      const agent = web.as(race.helper).post(`/apiadmin/${path}`);
      return (await agent.send({ runnerIds, isUndo }).expect(200)).body as DidNotStartReply;
    };
  const list = async (web: OrganisersWeb = here): Promise<readonly AdminRunner[]> =>
    ((await web.as(race.helper).get('/apiadmin').expect(200)).body as AdminBody).resultData;
  const look = async (web: OrganisersWeb = here): Promise<AdminRunner> => {
    const found = (await list(web)).find(({ runnerId }) => runnerId === 'sian');
    if (!found) throw new Error('Siân is gone.');
    return found;
  };
  const readOverrides = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await list()).map(({ runnerId, overrideLime }) => [runnerId, overrideLime]),
    );
  const readStored = async (): Promise<Report[]> => [...(await race.store.readRecord()).reports];
  const readHistory = async (): Promise<HistoryEntry[]> =>
    (await here.as(race.helper).get('/apiadmin/sian/history').expect(200)).body as HistoryEntry[];
  const readChanges = async (): Promise<ChangeEntry[]> =>
    (await here.as(race.admin).get('/apiadmin/changes').expect(200)).body as ChangeEntry[];
  const undoEntry = (version?: number) =>
    here.as(race.admin).post('/apiadmin/sian/undo').send({ version }).expect(200);
  const checkIn = ofMany('check-in');
  const markDns = ofMany('did-not-start');
  const calls = { report, takeBack, checkIn, markDns, undoEntry };
  const reads = { list, look, readOverrides, readStored, readHistory, readChanges };
  return { race, here, there, ...calls, ...reads };
}

test('[CL63 RC1] a report is listed once on every instance, however often it is sent', async () => {
  const { race, there, report, look, readStored } = await openWith(SIAN);
  const reportId = randomUUID();
  const sent = { reportId, kind: 'seen', point: 'cp2', saidBy: 'Anna ar y ffôn', text: 'iawn 👍' };
  expect((await report('sian', sent).expect(200)).body).toEqual({ result: 'Success' });
  const made = { ...sent, atMs: AT_MS, runnerId: 'sian', by: MARI };
  expect(await look()).toMatchObject({ overrideLime: '', rev: 1, reports: [made] });
  await eventually(async () => expect((await look(there)).reports).toMatchObject([made]));
  expect((await look(await race.serve())).reports).toMatchObject([made]);
  const { head } = await race.store.readRecord();
  await Promise.all([report('sian', sent).expect(200), report('sian', sent, there).expect(200)]);
  expect((await race.store.readRecord()).head).toEqual(head);
  expect(await readStored()).toHaveLength(1);
});

test('[RC1 CL63 CL29] a stop makes a DNF in the same change, and can be undone by itself or in the log, unlike a note', async () => {
  const stored = await openWith({ ...SIAN, overrideTime: 'DNS' });
  const { race, report, takeBack, look, readHistory, readChanges, undoEntry } = stored;
  const { version } = (await race.store.readRecord()).head;
  const reportId = randomUUID();
  const stop = { reportId, kind: 'stopped', point: 'cp3', reason: 'injured', isSafe: true };
  await report('sian', stop).expect(200);
  expect((await race.store.readRecord()).head.version).toBe(version + 1);
  const stopped = { overrideLime: '00:00:01', reports: [{ ...stop, overrideBefore: 'DNS' }] };
  expect(await look()).toMatchObject({ ...stopped, rev: 2 });
  await takeBack(reportId).expect(200);
  expect(await look()).toMatchObject({ overrideLime: 'DNS', rev: 3 });
  expect(await look()).not.toHaveProperty('reports');
  expect(await readHistory()).toMatchObject([
    { action: 'unreport', after: { overrideLime: 'DNS' }, reports: { gone: [stop] } },
    { action: 'report', by: MARI, before: { overrideLime: 'DNS' }, reports: { made: [stop] } },
  ]);

  await report('sian', { ...stop, reportId: randomUUID() }).expect(200);
  await report('sian', { kind: 'note', text: 'no answer' }).expect(200);
  const [note, change] = await readChanges();
  expect(note).toMatchObject({ action: 'report', isLast: false });
  expect(change).toMatchObject({ action: 'report', isLast: true });
  await undoEntry(change?.version);
  const { overrideLime, reports } = await look();
  expect([overrideLime, reports?.map(({ kind }) => kind)]).toEqual(['DNS', ['note']]);
  await undoEntry();
  expect((await look()).reports).toHaveLength(2);
});

test('[RC1 CL17 CL29] a deletion removes the reports of the runner, and its undo restores them', async () => {
  const { race, there, report, look, readStored, undoEntry } = await openWith(SIAN, buildRunner());
  for (const kind of ['seen', 'stopped']) await report('sian', { kind }).expect(200);
  const before = await readStored();
  const dataBlob = ['', '', '', '', '', 'DELETE', 'sian', '', ''];
  await there.as(race.helper).post('/api').send({ dataBlob }).expect(200);
  expect(await readStored()).toEqual([]);
  await undoEntry();
  expect((await look()).overrideLime).toBe('00:00:01');
  expect(new Set(await readStored())).toEqual(new Set(before));
});

test('[CL63] the number of reports is limited, and the answer gives the remedy', async () => {
  const { race, here, report } = await openWith(SIAN, buildRunner({ runnerId: 'bob' }));
  const fill = async (runnerId: string, count: number): Promise<void> => {
    const stored = Array.from({ length: count }, () => {
      const made = { reportId: randomUUID(), runnerId, kind: 'seen', enteredMs: 1, by: MARI };
      return [made.reportId, JSON.stringify({ ...made, atMs: AT_MS })] as const;
    });
    const before = here.context.race.reports.all.size;
    await race.redis.hSet(race.keys.reports, Object.fromEntries(stored));
    await race.store.renewEpoch((await race.store.readHead()).epoch);
    await eventually(() => expect(here.context.race.reports.all.size).toBe(before + count));
  };
  await fill('sian', MAX_REPORTS_OF_RUNNER - 1);
  await report('sian', { kind: 'seen' }).expect(200);
  expect((await report('sian', { kind: 'seen' }).expect(409)).body).toEqual({
    error: 'There are too many reports already: take back some that are no longer needed.',
  });
  await fill('other', MAX_REPORTS - MAX_REPORTS_OF_RUNNER);
  expect((await report('bob', { kind: 'seen' }).expect(409)).body).toEqual({
    error: 'There are too many reports already: take back some that are no longer needed.',
  });
  expect(await race.redis.hLen(race.keys.reports)).toBe(MAX_REPORTS);
});

test('[CL63] an invalid report is refused, and fields of the server are ignored', async () => {
  const { report, takeBack, readStored } = await openWith(SIAN);
  const [seen, stopped] = [{ kind: 'seen' }, { kind: 'stopped' }];
  const wrong: object[] = [
    {},
    { ...seen, reportId: 'one' },
    { kind: 'gone' },
    { ...seen, atMs: 1e300 },
    { ...seen, atMs: Date.now() + 10 * MINUTE_MS },
    { ...seen, point: 'cp99' },
    { ...seen, point: '__proto__' },
    { ...seen, reason: 'injured' },
    { ...seen, isSafe: true },
    { ...stopped, isSafe: false },
    { ...stopped, reason: 'tired' },
    { ...seen, text: 'x'.repeat(MAX_REPORT_TEXT + 1) },
    { ...seen, text: 'one\nline' },
  ];
  for (const body of wrong) {
    const { body: answer } = await report('sian', body).expect(400);
    expect((answer as { error: string }).error).toMatch(/\S+ \S+/);
  }
  for (const nobody of ['nobody', '..%2f']) await report(nobody, seen).expect(404);
  for (const none of [randomUUID(), '1']) await takeBack(none).expect(404);
  expect(await readStored()).toEqual([]);
  const claimed = { runnerId: 'bob', by: 'boss', enteredMs: 1, overrideBefore: '1:00:00' };
  await report('sian', { ...seen, ...claimed }).expect(200);
  expect(await readStored()).toMatchObject([{ runnerId: 'sian', by: MARI }]);
  expect((await readStored())[0]).not.toHaveProperty('overrideBefore');
});

test('[RC1 RC5 OV7] a withdrawn runner is DNS and on no public list, even when read, until an undo', async () => {
  const { race, here, look, report, takeBack } = await openWith(SIAN);
  const said = { kind: 'withdrawn', saidBy: 'ei mam, ar y ffôn', text: 'yn sâl' };
  await report('sian', said).expect(200);
  const withdrawn = { overrideLime: 'DNS', reports: [{ ...said, by: MARI, overrideBefore: '' }] };
  expect(await look()).toMatchObject(withdrawn);
  const isPublic = async (): Promise<boolean> => {
    const bodies = ['/api', '/starters'].map((path) => here.http.get(path).expect(200));
    return (await Promise.all(bodies)).some(({ text }) => text.includes('sian'));
  };
  expect(await isPublic()).toBe(false);
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '7', points: ['cp2'] })]);
  await eventually(() => expect(here.context.race.scanCount).toBe(1));
  expect(await isPublic()).toBe(false);
  expect(await look()).toMatchObject(withdrawn);
  const { body } = await here.as(race.helper).get('/mia').expect(200);
  expect(body).toMatchObject({ seenOuts: [{ runnerId: 'sian', lastPoint: 'cp2' }] });
  await takeBack((await look()).reports?.[0]?.reportId).expect(200);
  expect(await look()).toMatchObject({ overrideLime: '' });
  // Shortly after a change the body may still be the one before (PR3).
  await eventually(async () => expect(await isPublic()).toBe(true));
});

test('[RC1 CL63] a runner read, seen, out or timed cannot be reported as withdrawn', async () => {
  const { race, here, readOverrides, report } = await openWith(
    buildRunner({ runnerId: 'read', bandId: '8' }),
    buildRunner({ runnerId: 'said' }),
    buildRunner({ runnerId: 'byhand', bandId: '9', overrideTime: 'DNS' }),
    buildRunner({ runnerId: 'out', overrideTime: '00:00:01' }),
    buildRunner({ runnerId: 'timed', overrideTime: '1:02:03' }),
  );
  const before = { reportId: randomUUID(), kind: 'withdrawn' };
  await report('byhand', before).expect(200);
  await ingestScans(
    race.redis,
    race.keys,
    ['8', '9'].map((bandId) => buildScan({ bandId, points: ['cp2'] })),
  );
  await report('said', { kind: 'seen', point: 'cp2' }).expect(200);
  await eventually(() => expect(here.context.race.scanCount).toBe(2));
  const seen = 'This runner was seen or read, so they started. Report that they stopped.';
  const typed = 'A time was typed for this runner, 1:02:03. Clear the time first, then report that';
  for (const [runnerId, kind, error] of [
    ['read', 'withdrawn', seen],
    ['said', 'withdrawn', seen],
    ['byhand', 'withdrawn', seen],
    [
      'out',
      'withdrawn',
      'This runner is DNF, so they started. Put them back in the race first, then report that they withdrew before the start.',
    ],
    ['timed', 'withdrawn', `${typed} they withdrew.`],
    ['timed', 'stopped', `${typed} they stopped.`],
  ] as const) {
    expect((await report(runnerId, { kind }).expect(409)).body).toEqual({ error });
  }
  // A repetition succeeds.
  await report('byhand', before).expect(200);
  const unchanged = { read: '', said: '', byhand: 'DNS', out: '00:00:01', timed: '1:02:03' };
  expect(await readOverrides()).toEqual(unchanged);
});

const makeIds = (length: number): string[] => Array.from({ length }, () => randomUUID());
const countIn = (runners: readonly AdminRunner[]): number =>
  runners.filter(({ reports = [] }) => reports.some(({ kind }) => kind === 'checked-in')).length;

test('[RC9 CL80] two thousand runners are checked in in one change, once, on every screen, and that is undone', async () => {
  const others = Array.from({ length: 1_999 }, (_, at) => buildRunner({ runnerId: `r-${at}` }));
  const runners = [SIAN, ...others];
  const { race, there, checkIn, list, readHistory, readChanges } = await openWith(...runners);
  const pushed: (readonly Report[] | undefined)[] = [];
  const socket = there.connectAdmin(race.helper);
  socket.on('runners', ({ upsert }) => pushed.push(...upsert.map(({ reports }) => reports)));
  await new Promise<void>((resolve) => socket.once('hello', () => resolve()));
  const { version } = (await race.store.readRecord()).head;
  const ids = runners.map(({ runnerId }) => runnerId);
  expect(await checkIn(ids)).toMatchObject({ changed: { length: 2_000 }, left: [] });
  await eventually(() => expect(pushed).toHaveLength(2_000));
  expect(pushed[0]).toMatchObject([{ kind: 'checked-in', by: MARI }]);
  // Open forms stay valid.
  expect(new Set((await list()).map(({ rev }) => rev))).toEqual(new Set([1]));
  await eventually(async () => expect(countIn(await list(there))).toBe(2_000));
  expect(await checkIn([...ids, 'nobody'], false, there)).toMatchObject({ changed: [] });
  expect((await race.store.readRecord()).head.version).toBe(version + 1);
  expect(await readHistory()).toMatchObject([
    { action: 'check-in', reports: { made: [{ kind: 'checked-in' }] } },
  ]);
  expect((await readChanges())[0]).toMatchObject({
    action: 'check-in',
    runnerId: null,
    values: [{ name: 'runners', before: '', after: '2000' }],
  });
  expect(await checkIn(ids.slice(0, 5), true)).toMatchObject({ changed: { length: 5 }, left: [] });
  expect(await checkIn(ids.slice(0, 6), true)).toMatchObject({ left: { length: 5 } });
  expect(countIn(await list())).toBe(1_994);
});

test('[CL64 RC2] DNS is set for runners never seen and without an override; others are listed, and an undo affects only DNS', async () => {
  const { race, here, markDns, readOverrides, report } = await openWith(
    ...['seen', 'never', 'noted', 'other'].map((runnerId) => buildRunner({ runnerId })),
    buildRunner({ runnerId: 'read', bandId: '1' }),
    buildRunner({ runnerId: 'dnf', overrideTime: '00:00:01' }),
    buildRunner({ runnerId: 'bandless', bandId: undefined }),
  );
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '1', points: ['start'] })]);
  await report('seen', { kind: 'seen' }).expect(200);
  await report('noted', { kind: 'note' }).expect(200);
  await eventually(() => expect(here.context.race.scanCount).toBe(1));
  const asked = ['read', 'seen', 'never', 'noted', 'dnf', 'bandless', 'nobody'];
  const expected = ['bandless', 'never', 'noted'];
  const { changed, left } = await markDns(asked);
  expect(changed.toSorted()).toEqual(expected);
  expect(left.toSorted()).toEqual(['dnf', 'nobody', 'read', 'seen']);
  const others = { dnf: '00:00:01', read: '', seen: '', other: '' };
  const marked = { ...others, never: 'DNS', noted: 'DNS', bandless: 'DNS' };
  expect(await readOverrides()).toEqual(marked);
  expect((await markDns([...asked, 'other'], true)).changed.toSorted()).toEqual(expected);
  expect(await readOverrides()).toEqual({ ...others, never: '', noted: '', bandless: '' });
  const { head } = await race.store.readRecord();
  expect((await markDns(asked, true)).changed).toEqual([]);
  expect((await race.store.readRecord()).head).toEqual(head);
});

test('[CL64] simultaneous edits and DNS of a whole field are both saved', async () => {
  const runners = Array.from({ length: 300 }, (_, at) => buildRunner({ runnerId: `r-${at}` }));
  const { there, markDns, readOverrides, report } = await openWith(...runners);
  const ids = runners.map(({ runnerId }) => runnerId);
  await Promise.all([
    markDns(ids),
    ...ids.slice(0, 20).map((runnerId) => report(runnerId, { kind: 'stopped' }, there).expect(200)),
  ]);
  await eventually(async () => {
    const overrides = await readOverrides();
    const expected = ids.map((_, at) => (at < 20 ? '00:00:01' : 'DNS'));
    expect(ids.map((id) => overrides[id])).toEqual(expected);
  });
});

test('[CL64 CL80] an invalid or too long list is refused', async () => {
  const { race, here } = await openWith();
  const error = 'Send runnerIds, 1 to 5000 of them, each once, and isUndo to take it back.';
  for (const runnerIds of [undefined, [], 'all', ['a b'], makeIds(MAX_NON_STARTERS + 1)]) {
    const call = here.as(race.helper).post('/apiadmin/check-in');
    expect((await call.send({ runnerIds }).expect(400)).body).toEqual({ error });
  }
  const call = here.as(race.helper).post('/apiadmin/did-not-start');
  await call.send({ runnerIds: makeIds(20_000) }).expect(413);
});
