import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { summariseSources } from '#server/features/reads/summarise-sources.ts';
import { LiveRace } from '#server/race/live-race.ts';
import {
  type Correction,
  type CorrectionAction,
  MAX_CORRECTIONS,
  MAX_LISTED_READS,
  type ReadSelection,
} from '#shared/model/decisions.ts';
import { asScanId } from '#shared/model/ids.ts';
import type { Scan, StoredScan } from '#shared/model/scan.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';
import { READS_A_PAGE, type ReadsBody, type SourcesBody } from '#shared/wire/reads-api.ts';
import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const GUN_MS = Date.UTC(2026, 5, 20, 9);
const BOSS = 'boss@example.org';
const at = (minutes: number): number => GUN_MS + minutes * MINUTE_MS;

/** A finish read by two sources, the second 20 minutes slow, on two instances. */
async function openWithSlowClock() {
  const race = await openRace();
  const runners = [
    buildRunner({ runnerId: 'ann', bandId: '1', bibNumber: '11', lastName: 'Wójcik' }),
    buildRunner({ runnerId: 'bob', bandId: '2', bibNumber: '12', lastName: 'Rees' }),
  ];
  await race.store.replaceRunners(runners, { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const scans = [
    buildScan({ bandId: '1', source: 'main', timeMs: at(60) }),
    buildScan({ bandId: '2', source: 'main', timeMs: at(58) }),
    buildScan({ bandId: '1', source: 'backup', timeMs: at(39) }),
    buildScan({ bandId: '900', source: 'backup', timeMs: at(38) }),
  ];
  await ingestScans(race.redis, race.keys, scans);
  const [here, there] = [await race.serve(), await race.serve()];
  const readTotals = async (web: OrganisersWeb = there) => {
    const { body } = await web.http.get('/api').expect(200);
    const { data } = (body as { runners: { data: { runnerId: string; totalMs: number }[] } })
      .runners;
    return Object.fromEntries(data.map(({ runnerId, totalMs }) => [runnerId, totalMs / MINUTE_MS]));
  };
  const admin = here.as(race.admin);
  const correct = (reads: ReadSelection, action: CorrectionAction, correctionId = randomUUID()) =>
    admin.post('/corrections').send({ correctionId, reads, action, reason: 'clock of the backup' });
  const preview = (reads: ReadSelection, action: CorrectionAction) =>
    admin.post('/corrections/preview').send({ reads, action });
  const undo = (correctionId: string) => admin.post(`/corrections/${correctionId}/undo`);
  const list = async (query: object = {}): Promise<ReadsBody> =>
    (await here.as(race.helper).get('/apiadmin/reads').query(query).expect(200)).body as ReadsBody;
  return { race, here, there, admin, scans, readTotals, correct, preview, undo, list };
}

const SLOW: ReadSelection = { kind: 'source', source: 'backup', fromMs: at(0), untilMs: at(90) };
const only = ({ scanId }: Scan): ReadSelection => ({ kind: 'reads', scanIds: [scanId] });
const ADDED: ReadSelection = { kind: 'added' };
const by = (minutes: number): CorrectionAction => ({
  kind: 'clock',
  shiftMs: minutes * MINUTE_MS,
});

test('[CR2 CL45] a clock correction is previewed, applied on every instance, listed in Changes and undone', async () => {
  const { race, here, there, admin, readTotals, correct, preview, undo } =
    await openWithSlowClock();
  const wrong = { ann: 39, bob: 58 };
  const { body: impact } = await preview(SLOW, by(20)).expect(200);
  expect(impact).toMatchObject({
    reads: 2,
    runners: 1,
    moved: 1,
    finishesLost: 0,
    winners: [
      {
        event: 'PB',
        before: { runnerId: 'ann', totalMs: 39 * MINUTE_MS },
        after: { runnerId: 'bob', bibNumber: '12', totalMs: 58 * MINUTE_MS },
      },
    ],
  });
  expect(await readTotals(here)).toEqual(wrong);

  const correctionId = randomUUID();
  await correct(SLOW, by(20), correctionId).expect(200);
  // Shortly after a change the body may still be the one before (PR3).
  for (const web of [here, there]) {
    await eventually(async () => expect(await readTotals(web)).toEqual({ ann: 59, bob: 58 }));
  }
  // A repetition changes nothing.
  const { head } = await race.store.readRecord();
  await correct(SLOW, by(20), correctionId).expect(200);
  expect((await race.store.readRecord()).head).toEqual(head);

  const { body } = await here.as(race.helper).get('/apiadmin/reads/sources').expect(200);
  expect(body as SourcesBody).toMatchObject({
    sources: [
      { source: 'backup', reads: 2, firstMs: at(38), lastMs: at(39) },
      { source: 'main', reads: 2, points: ['finish'] },
    ],
    corrections: [{ reads: 2, correction: { correctionId, by: BOSS, action: by(20) } }],
  });

  await undo(correctionId).expect(200);
  for (const web of [here, there]) {
    await eventually(async () => expect(await readTotals(web)).toEqual(wrong));
  }
  await undo(correctionId).expect(404);
  const changes = (await admin.get('/apiadmin/changes').expect(200)).body;
  expect((changes as ChangeEntry[]).slice(0, 2)).toMatchObject([
    { by: BOSS, action: 'uncorrect-reads' },
    {
      by: BOSS,
      action: 'correct-reads',
      values: expect.arrayContaining([
        { name: 'reason', before: '', after: 'clock of the backup' },
        { name: 'action.kind', before: '', after: 'clock' },
        { name: 'reads.source', before: '', after: 'backup' },
      ]) as unknown,
    },
  ]);
});

test('[CL44] a source has its last read of each point, its last arrival and its number of recent reads, and is a replay if all are from a file', () => {
  const race = new LiveRace();
  const nowMs = at(70);
  const arrived = (minutes: number, scan: Partial<Scan>): StoredScan => ({
    ...buildScan({ bandId: '1', source: 'hill', ...scan }),
    receivedMs: at(minutes),
    arrivedMs: at(minutes),
  });
  const scans = [
    arrived(50, { timeMs: at(40), points: ['cp1'] }),
    arrived(66, { timeMs: at(65), points: ['cp1', 'cp2'] }),
    arrived(67, { timeMs: at(66), points: ['cp2'], scanId: asScanId('void') }),
    // Its clock is ahead.
    arrived(68, { timeMs: at(600), points: ['cp3'] }),
    { ...buildScan({ source: 'file' }), isReplay: true },
    { ...buildScan({ source: 'hill-2' }), isReplay: true },
    buildScan({ source: 'hill-2', timeMs: at(41) }),
  ];
  const correction: Correction = {
    correctionId: randomUUID(),
    reads: { kind: 'reads', scanIds: [asScanId('void')] },
    action: { kind: 'void' },
    reason: 'a spare band',
    atMs: nowMs,
    by: BOSS,
  };
  race.load(
    { epoch: 'e', version: 1 },
    { config: buildConfig(), runners: [], scans, corrections: [correction] },
  );
  const { sources } = summariseSources(race, nowMs);
  expect(sources.map(({ source, isReplay }) => [source, isReplay])).toEqual([
    ['file', true],
    ['hill', undefined],
    ['hill-2', undefined],
  ]);
  const hill = sources[1];
  expect(hill).toMatchObject({ arrivedMs: at(68), recent: 3, lastMs: at(600) });
  expect(hill?.lastAt).toEqual([
    { point: 'cp1', timeMs: at(65) },
    { point: 'cp2', timeMs: at(65) },
    { point: 'cp3', timeMs: at(68) },
  ]);
});

test('[CR9 CL45] a clock is not moved so far that reads are in the future', async () => {
  const { race, correct, preview } = await openWithSlowClock();
  const nowMs = Date.now();
  const timeMs = nowMs - 30 * MINUTE_MS;
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '2', source: 'live', timeMs })]);
  const reads: ReadSelection = { kind: 'source', source: 'live', fromMs: 0, untilMs: nowMs };
  await eventually(async () => {
    const { text } = await preview(reads, by(60)).expect(400);
    expect(text).toMatch(/put a read into the future, the last at \d\d:\d\d:\d\d/);
  });
  await correct(reads, by(60)).expect(400);
  await correct(reads, by(20)).expect(200);
  // The shifts add up.
  await correct(reads, by(20)).expect(400);
});

test('[CL44 CR2] each read has its verdict, the read that counts instead, and its original', async () => {
  const { race, here, scans, correct, list } = await openWithSlowClock();
  const [, , backup1, spare] = scans as [Scan, Scan, Scan, Scan];
  const before = await list();
  expect(before).toMatchObject({
    count: 4,
    next: null,
    reads: [
      {
        timeMs: at(60),
        source: 'main',
        verdict: 'duplicate',
        countedAt: [],
        instead: [{ point: 'finish', timeMs: at(39), source: 'backup' }],
      },
      { timeMs: at(58), verdict: 'counted', countedAt: ['finish'], runner: { runnerId: 'bob' } },
      { timeMs: at(39), verdict: 'counted' },
      { timeMs: at(38), verdict: 'unassigned', bandID: '900', runner: null },
    ],
  });
  expect(before.reads.every(({ arrivedMs }) => arrivedMs !== null)).toBe(true);

  await correct(only(backup1), { kind: 'void' }).expect(200);
  await correct(only(spare), { kind: 'band', bandId: getBandId('2') }).expect(200);
  await correct(only(spare), { kind: 'point', points: ['cp1'] }).expect(200);
  const after = await list();
  expect(after.reads).toMatchObject([
    { timeMs: at(60), verdict: 'counted', instead: [], corrections: [] },
    { timeMs: at(58), verdict: 'counted' },
    {
      timeMs: at(39),
      verdict: 'void',
      instead: [{ point: 'finish', timeMs: at(60), source: 'main' }],
      corrections: [expect.any(String)],
    },
    {
      bandID: '2',
      points: ['cp1'],
      countedAt: ['cp1'],
      runner: { runnerId: 'bob' },
      asRead: { timeMs: at(38), points: ['finish'], bandID: '900' },
    },
  ]);
  expect(after.reads[0]).not.toHaveProperty('asRead');
  // Void reads, and reads moved to another band, are nowhere else either.
  const { body: missing } = await here.as(race.helper).get('/mia').expect(200);
  expect((missing as MissingBody).scannedNumberNoRunners).toEqual([]);
});

test('[CR7 CL45] an added read counts on every instance, is listed like any other, can be voided, and is undone', async () => {
  const { race, here, there, readTotals, correct, preview, undo, list } = await openWithSlowClock();
  const add = { kind: 'add', bandId: getBandId('2'), point: 'finish', timeMs: at(50) } as const;
  for (const [reads, action] of [
    [SLOW, add],
    [ADDED, { kind: 'void' }],
    [ADDED, { ...add, point: 'start,finish' }],
    [ADDED, { ...add, timeMs: Date.now() + 10 * MINUTE_MS }],
  ] as const) {
    await correct(reads, action as CorrectionAction).expect(400);
    await preview(reads, action as CorrectionAction).expect(400);
  }
  const { body: impact } = await preview(ADDED, add).expect(200);
  expect(impact).toMatchObject({ reads: 1, runners: 1, moved: 1, winners: [] });
  const correctionId = randomUUID();
  await correct(ADDED, add, correctionId).expect(200);
  await correct(ADDED, add, correctionId).expect(200);
  for (const web of [here, there, await race.serve()]) {
    await eventually(async () => expect(await readTotals(web)).toEqual({ ann: 39, bob: 50 }));
  }
  const [mat, hand] = (await list({ runner: 'bob' })).reads;
  expect(mat).toMatchObject({ source: 'main', verdict: 'duplicate', rivals: [hand?.scanId] });
  expect(hand).toMatchObject({
    scanId: `the desk:${correctionId}`,
    source: 'the desk',
    verdict: 'counted',
    corrections: [correctionId],
  });
  expect(hand?.arrivedMs).toBeGreaterThan(at(50));
  const sources = await here.as(race.helper).get('/apiadmin/reads/sources').expect(200);
  expect((sources.body as SourcesBody).sources).toContainEqual(
    expect.objectContaining({ source: 'the desk', reads: 1, lastAt: [] }),
  );
  // Once the added read is void, the mat's read counts.
  const voidId = randomUUID();
  const rivals: ReadSelection = { kind: 'reads', scanIds: (mat?.rivals ?? []).map(asScanId) };
  await correct(rivals, { kind: 'void' }, voidId).expect(200);
  await eventually(async () => expect(await readTotals(here)).toEqual({ ann: 39, bob: 58 }));
  await undo(voidId).expect(200);
  await undo(correctionId).expect(200);
  await eventually(async () => expect((await list({ runner: 'bob' })).count).toBe(1));
});

function listOf(...times: readonly (readonly [string, number])[]) {
  const reads = times.map(([band, minutes]) => ({ bandId: getBandId(band), timeMs: at(minutes) }));
  return { kind: 'list', point: 'finish', reads } satisfies CorrectionAction;
}

test('[CR7 CL45] a list of times is previewed, added and undone as one, and its size is bounded', async () => {
  const { race, readTotals, here, correct, preview, undo } = await openWithSlowClock();
  const before = await readTotals(here);
  const bands = Array.from({ length: MAX_LISTED_READS + 1 }, (_, band) => [`${band}`, 50] as const);
  const later = (Date.now() - GUN_MS) / MINUTE_MS + 10;
  for (const action of [
    listOf(),
    listOf(...bands),
    listOf(['1', 50], ['1', 51]),
    listOf(['1', 50], ['2', later]),
  ]) {
    await correct(ADDED, action).expect(400);
  }
  const list = listOf(['1', 37], ['2', 38]);
  const onTheWay = await preview(ADDED, { ...list, point: 'cp1' }).expect(200);
  expect(onTheWay.body).toMatchObject({ reads: 2, runners: 2, moved: 0, others: 2 });
  const correctionId = randomUUID();
  await correct(ADDED, list, correctionId).expect(200);
  await eventually(async () => expect(await readTotals()).toEqual({ ann: 37, bob: 38 }));
  const changes = (await here.as(race.admin).get('/apiadmin/changes').expect(200)).body;
  const size = { name: 'action.reads', before: '', after: '2' };
  expect((changes as ChangeEntry[])[0]?.values).toContainEqual(size);
  await undo(correctionId).expect(200);
  await eventually(async () => expect(await readTotals()).toEqual(before));
});

test('[CL44] reads are found by source, point, verdict, time, band, bib and name, a page at a time', async () => {
  const { race, list } = await openWithSlowClock();
  const times = async (query: object) =>
    (await list(query)).reads.map(({ timeMs }) => (timeMs - GUN_MS) / MINUTE_MS);
  expect(await times({ source: 'backup' })).toEqual([39, 38]);
  expect(await times({ point: 'cp1' })).toEqual([]);
  expect(await times({ verdict: 'not-counted' })).toEqual([60, 38]);
  expect(await times({ verdict: 'counted', source: 'main' })).toEqual([58]);
  expect(await times({ from: at(39), until: at(58) })).toEqual([58, 39]);
  expect(await times({ find: '900' })).toEqual([38]);
  expect(await times({ find: ' wojcik' })).toEqual([60, 39]);
  expect(await times({ find: '12' })).toEqual([58]);

  // Of many reads at one moment, the pages neither omit nor repeat any.
  const many = Array.from({ length: 2 * READS_A_PAGE + 7 }, (_, index) =>
    buildScan({ bandId: String(1_000 + index), source: 'many', timeMs: at(10 + (index % 3)) }),
  );
  await ingestScans(race.redis, race.keys, many);
  await eventually(async () => expect((await list({ source: 'many' })).count).toBe(many.length));
  const seen: string[] = [];
  let before: string | null = '';
  while (before !== null) {
    const page: ReadsBody = await list({ source: 'many', ...(before && { before }) });
    expect(page.count).toBe(many.length);
    seen.push(...page.reads.map(({ scanId }) => scanId));
    before = page.next;
  }
  expect(seen).toHaveLength(many.length);
  expect(new Set(seen)).toEqual(new Set(many.map(({ scanId }) => scanId)));
});

test('[CL45] invalid corrections are refused with a message, and their number is bounded', async () => {
  const { race, here, admin, correct, undo } = await openWithSlowClock();
  const { head } = await race.store.readRecord();
  const body = { correctionId: randomUUID(), reads: SLOW, action: by(20), reason: 'clock' };
  for (const wrong of [
    { reads: { ...SLOW, point: 'cp 9' } },
    { reads: { kind: 'reads', scanIds: Array.from({ length: 501 }, (_, n) => `${n}`) } },
    { reads: { kind: 'reads', scanIds: ['a', 'a'] } },
    { reads: { ...SLOW, fromMs: at(91) } },
    { action: { kind: 'clock', shiftMs: 1e15 } },
    { action: { kind: 'band', bandId: '007' } },
    { action: { kind: 'point', points: ['cp1', 'cp1'] } },
    { reason: ' ' },
    { reason: 'x'.repeat(201) },
    { correctionId: 'mine' },
  ]) {
    const refused = await admin
      .post('/corrections')
      .send({ ...body, ...wrong })
      .expect(400);
    expect((refused.body as { error: string }).error).toMatch(/^(Send reads|The end is before)/);
  }
  for (const wrong of [{ verdict: 'odd' }, { before: 'x' }, { find: 'x'.repeat(201) }]) {
    await admin.get('/apiadmin/reads').query(wrong).expect(400);
  }
  await undo('x').expect(404);
  expect((await race.store.readRecord()).head).toEqual(head);

  const ops = Array.from({ length: MAX_CORRECTIONS }, () => ({
    op: 'put-correction' as const,
    correction: { ...body, correctionId: randomUUID(), atMs: 0, by: BOSS },
  }));
  await race.store.commit({ ops, audit: { by: BOSS, action: 'correct-reads' } });
  await eventually(() =>
    expect(here.context.race.reads.corrections.all).toHaveLength(MAX_CORRECTIONS),
  );
  const full = await correct(SLOW, by(20)).expect(409);
  expect((full.body as { error: string }).error).toMatch(/500 corrections already/);
});

test('[CL45 CR2] a correction that would give a band more than 2,000 reads is refused', async () => {
  const { race, here, correct } = await openWithSlowClock();
  const reads = Array.from({ length: 2_001 }, (_, n) =>
    buildScan({ bandId: '900', source: 'old', points: ['cp1'], timeMs: at(1) + n }),
  );
  await ingestScans(race.redis, race.keys, reads);
  await eventually(() => expect(here.context.race.scanCount).toBe(2_005));
  const { head } = await race.store.readRecord();
  const old = (untilMs: number): ReadSelection => ({
    kind: 'source',
    source: 'old',
    fromMs: at(1),
    untilMs,
  });
  const band: CorrectionAction = { kind: 'band', bandId: getBandId('1') };
  const refused = await correct(old(at(90)), band).expect(409);
  expect(refused.body).toEqual({
    error: 'This would give band 1 more than 2000 reads. Choose fewer of them.',
  });
  expect((await race.store.readRecord()).head).toEqual(head);
  await correct(old(at(1) + 1_997), band).expect(200);
});
