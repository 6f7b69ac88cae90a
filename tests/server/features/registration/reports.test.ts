import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import {
  MAX_REPORT_TEXT,
  MAX_REPORTS,
  MAX_REPORTS_OF_RUNNER,
  type Report,
} from '#shared/model/decisions.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { ReportBody } from '#shared/wire/control-api.ts';
import type {
  AdminBody,
  AdminRunner,
  ChangeEntry,
  HistoryEntry,
} from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const AT_MS = Date.UTC(2026, 5, 20, 11);
const MARI = 'mari@example.org';

/** A race with Siân on two instances. */
async function openWithSian(runner: RunnerOverrides = {}) {
  const race = await openRace();
  const sian = buildRunner({ runnerId: 'sian', firstName: 'Siân', ...runner });
  await race.store.replaceRunners([sian, buildRunner({ runnerId: 'bob' })], {
    by: 'test',
  });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  const send = (body: object, web: OrganisersWeb = here, runnerId = 'sian') =>
    web.as(race.helper).post(`/apiadmin/${runnerId}/reports`).send(body);
  const takeBack = (reportId: string, web: OrganisersWeb = here) =>
    web.as(race.helper).post(`/apiadmin/sian/reports/${reportId}/undo`);
  const look = async (web: OrganisersWeb = here, runnerId = 'sian'): Promise<AdminRunner> => {
    const { body } = await web.as(race.helper).get('/apiadmin').expect(200);
    const found = (body as AdminBody).resultData.find((row) => row.runnerId === runnerId);
    if (!found) throw new Error(`No runner ${runnerId}`);
    return found;
  };
  const readStored = async (): Promise<Report[]> => [...(await race.store.readRecord()).reports];
  const undoEntry = (version?: number) =>
    here.as(race.admin).post('/apiadmin/sian/undo').send({ version });
  const readHistory = async (): Promise<HistoryEntry[]> =>
    (await here.as(race.helper).get('/apiadmin/sian/history').expect(200)).body as HistoryEntry[];
  return { race, here, there, send, takeBack, look, readStored, undoEntry, readHistory };
}

function buildReport(report: Partial<ReportBody> = {}): ReportBody {
  return { reportId: randomUUID(), kind: 'seen', atMs: AT_MS, ...report };
}

test('[CL63 RC1] a report is listed once on every instance, however often it is sent', async () => {
  const { race, there, send, look, readStored } = await openWithSian();
  const report = buildReport({ point: 'cp2', saidBy: 'Anna ar y ffôn', text: 'yn iawn 👍' });
  const { body } = await send(report).expect(200);
  expect(body).toEqual({ result: 'Success' });
  const made = { ...report, runnerId: 'sian', by: MARI };
  expect(await look()).toMatchObject({ overrideLime: '', rev: 1, reports: [made] });
  await eventually(async () => expect((await look(there)).reports).toMatchObject([made]));
  expect((await look(await race.serve())).reports).toMatchObject([made]);
  expect(await look(there, 'bob')).not.toHaveProperty('reports');

  const { head } = await race.store.readRecord();
  await Promise.all([send(report).expect(200), send(report, there).expect(200)]);
  expect((await race.store.readRecord()).head).toEqual(head);
  expect(await readStored()).toHaveLength(1);
});

test.each([
  { was: '', rev: 2 },
  { was: 'DNS', rev: 2 },
])(
  '[RC1 CL63] a stop makes a DNF in the same change, and its undo restores “$was”',
  async ({ was }) => {
    const { race, send, takeBack, look, readHistory } = await openWithSian({ overrideTime: was });
    const { version } = (await race.store.readRecord()).head;
    const report = buildReport({ kind: 'stopped', point: 'cp3', reason: 'injured', isSafe: true });
    await send(report).expect(200);
    const stopped = await look();
    expect(stopped).toMatchObject({ overrideLime: '00:00:01', rev: 2 });
    expect(stopped.reports).toMatchObject([{ ...report, overrideBefore: was }]);
    expect((await race.store.readRecord()).head.version).toBe(version + 1);
    expect(await readHistory()).toMatchObject([
      {
        action: 'report',
        by: MARI,
        before: { overrideLime: was },
        after: { overrideLime: '00:00:01' },
        reports: { made: [report] },
      },
    ]);

    await takeBack(report.reportId).expect(200);
    const back = await look();
    expect(back).toMatchObject({ overrideLime: was, rev: 3 });
    expect(back).not.toHaveProperty('reports');
    expect(await readHistory()).toMatchObject([
      { action: 'unreport', after: { overrideLime: was }, reports: { gone: [report] } },
      { action: 'report' },
    ]);
  },
);

test('[RC1] a runner with a typed time can’t stop before the time is cleared', async () => {
  const { send, look, readStored } = await openWithSian({ overrideTime: '1:02:03' });
  const { body } = await send(buildReport({ kind: 'stopped' })).expect(409);
  expect(body).toEqual({
    error:
      'A time was typed for this runner, 1:02:03. Clear the time first, then report that they stopped.',
  });
  expect(await look()).toMatchObject({ overrideLime: '1:02:03', rev: 1 });
  expect(await readStored()).toEqual([]);
  await send(buildReport({ kind: 'safe' })).expect(200);
});

test('[RC1 CL29] undoing a stop removes its report; a report alone is not a change to undo', async () => {
  const { race, here, send, look, undoEntry } = await openWithSian();
  const stopped = buildReport({ kind: 'stopped' });
  await send(stopped).expect(200);
  await send(buildReport({ kind: 'note', text: 'no answer' })).expect(200);
  const { body } = await here.as(race.admin).get('/apiadmin/changes').expect(200);
  const [note, change] = body as ChangeEntry[];
  expect(note).toMatchObject({ action: 'report', isLast: false });
  expect(change).toMatchObject({ action: 'report', isLast: true, reports: { made: [stopped] } });
  await undoEntry(change?.version).expect(200);
  const row = await look();
  expect(row).toMatchObject({ overrideLime: '', reports: [{ kind: 'note' }] });
  expect(row.reports).toHaveLength(1);
  await undoEntry().expect(200);
  const again = await look();
  expect(again).toMatchObject({ overrideLime: '00:00:01' });
  expect(again.reports).toHaveLength(2);
});

test('[RC1 CL17 CL29] a deletion removes the reports of the runner, and its undo restores them', async () => {
  const { race, here, there, send, look, readStored, undoEntry } = await openWithSian();
  const reports = [buildReport({ kind: 'seen' }), buildReport({ kind: 'stopped' })];
  for (const report of reports) await send(report).expect(200);
  const other = buildReport();
  await send(other, here, 'bob').expect(200);
  const dataBlob = ['', '', '', '', '', 'DELETE', 'sian', '', ''];
  const { body } = await there.as(race.helper).post('/api').send({ dataBlob });
  expect(body).toMatchObject({ result: 'Success' });
  expect(await readStored()).toMatchObject([other]);
  await undoEntry().expect(200);
  const back = await look();
  expect(back.overrideLime).toBe('00:00:01');
  expect(back.reports?.map(({ reportId }) => reportId).toSorted()).toEqual(
    reports.map(({ reportId }) => reportId).toSorted(),
  );
});

test('[CL63] the number of reports is limited, and the answer gives the remedy', async () => {
  const { race, here, send, readStored } = await openWithSian();
  for (let made = 0; made < MAX_REPORTS_OF_RUNNER; made += 1) await send(buildReport()).expect(200);
  const { body } = await send(buildReport()).expect(409);
  expect(body).toEqual({
    error: 'There are 50 reports of this runner already: take back some that are no longer needed.',
  });
  expect(await readStored()).toHaveLength(MAX_REPORTS_OF_RUNNER);

  // Limit for the whole race.
  const others = Array.from({ length: MAX_REPORTS - MAX_REPORTS_OF_RUNNER }, () => {
    const report = { ...buildReport(), runnerId: 'other', enteredMs: AT_MS, by: MARI };
    return [report.reportId, JSON.stringify(report)] as const;
  });
  await race.redis.hSet(race.keys.reports, Object.fromEntries(others));
  await race.store.renewEpoch((await race.store.readHead()).epoch);
  await eventually(() => expect(here.context.race.reports.all.size).toBe(MAX_REPORTS));
  const { body: full } = await send(buildReport(), here, 'bob').expect(409);
  expect(full).toEqual({
    error: 'There are 60000 reports already: take back some that are no longer needed.',
  });
  expect(await race.redis.hLen(race.keys.reports)).toBe(MAX_REPORTS);
});

test('[CL63] an invalid report is refused', async () => {
  const { race, here, send, takeBack, readStored } = await openWithSian();
  const wrong: object[] = [
    {},
    { ...buildReport(), reportId: 'one' },
    { ...buildReport(), kind: 'gone' },
    { ...buildReport(), atMs: '11:00' },
    { ...buildReport(), atMs: 1e300 },
    { ...buildReport(), atMs: Date.now() + 10 * MINUTE_MS },
    { ...buildReport(), point: 'cp99' },
    { ...buildReport(), point: '__proto__' },
    { ...buildReport(), reason: 'injured' },
    { ...buildReport(), isSafe: true },
    { ...buildReport({ kind: 'stopped' }), isSafe: false },
    { ...buildReport({ kind: 'stopped' }), reason: 'tired' },
    { ...buildReport(), text: '' },
    { ...buildReport(), text: 'x'.repeat(MAX_REPORT_TEXT + 1) },
    { ...buildReport(), text: 'one\nline' },
    { ...buildReport(), text: { $ne: '' } },
  ];
  for (const body of wrong) {
    const { body: answer } = await send(body).expect(400);
    expect((answer as { error: string }).error).toMatch(/\S+ \S+/);
  }
  await send(buildReport(), here, 'nobody').expect(404);
  await send(buildReport(), here, '..%2f').expect(404);
  await takeBack(randomUUID()).expect(404);
  await takeBack('1').expect(404);
  await here.http.post('/apiadmin/sian/reports').send(buildReport()).expect(401);
  expect(await readStored()).toEqual([]);
  // Fields set by the server are ignored.
  const claimed = { runnerId: 'bob', by: 'boss', enteredMs: 1, overrideBefore: '1:00:00' };
  await send({ ...buildReport(), ...claimed }).expect(200);
  expect(await readStored()).toMatchObject([{ runnerId: 'sian', by: MARI }]);
  expect((await readStored())[0]).not.toHaveProperty('overrideBefore');
  expect(await race.redis.hLen(race.keys.reports)).toBe(1);
});
