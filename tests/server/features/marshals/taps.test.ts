import { expect, onTestFinished, test, vi } from 'vitest';

import { TapsInOrder } from '#server/features/marshals/take-taps.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { findPass, identifyPass } from '#server/race/marshal-pass.ts';
import {
  MAX_CONTROL_ENTRIES,
  MAX_REPORTS_OF_RUNNER,
  type Report,
} from '#shared/model/decisions.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { MAX_SIGHTINGS_OF_PASS, MAX_TAPS, MAX_TAPS_OF_PASS } from '#shared/wire/marshal-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildTap, openMarshals } from '#tests/support/marshals-race.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const DAI = 'Dai, marshal at CP3';

/** Bib 88 is also 088 in the Half, which has no CP3; bib 12 has a typed time. */
async function openRacers() {
  return openMarshals(await openRace(), [
    { runnerId: 'ann', bibNumber: '177', event: 'PB' },
    { runnerId: 'bob', bibNumber: '377', event: 'PB' },
    { runnerId: 'cat', bibNumber: '88', event: 'PB' },
    { runnerId: 'half', bibNumber: '088', event: 'BB' },
    { runnerId: 'away', bibNumber: 'H5', event: 'BB' },
    { runnerId: 'typed', bibNumber: '12', event: 'PB', overrideTime: '3:00:00' },
  ]);
}

test('[CL69 MA2 MA3] a tap of one runner becomes a report, with its author, point and time', async () => {
  const { openPass, tell, readReports, readControl, there } = await openRacers();
  const pass = await openPass();
  const nowMs = Date.now();
  const taps = [
    buildTap({ bib: '177', atMs: nowMs - HOUR_MS }),
    buildTap({ bib: '88', kind: 'stopped', atMs: nowMs + 5 * HOUR_MS }),
    buildTap({ bib: '3?7', kind: 'helped' }),
    buildTap({ bib: 'h5' }),
  ];
  const outcomes = await tell(pass, taps);
  expect(outcomes).toEqual(taps.map(({ reportId }) => ({ reportId, outcome: 'reported' })));
  const [ann, cat, bob, away] = taps.map(({ reportId }) => ({ reportId, point: 'cp3', by: DAI }));
  expect(await readReports('ann')).toEqual([
    {
      ...ann,
      runnerId: 'ann',
      kind: 'seen',
      atMs: nowMs - HOUR_MS,
      enteredMs: expect.any(Number) as number,
    },
  ]);
  const [stopped] = await readReports('cat');
  expect(stopped).toMatchObject({ ...cat, kind: 'stopped', overrideBefore: '' });
  expect(stopped?.atMs).toBeLessThan(nowMs + HOUR_MS);
  const helped = { ...bob, kind: 'note', text: 'First aid' };
  expect(await readReports('bob')).toMatchObject([helped]);
  expect(await readReports('away')).toMatchObject([away]);
  expect(await readControl('sighting')).toEqual([]);
  await expect
    .poll(() => there.context.race.findRunner('cat' as never)?.overrideTime)
    .toBe('00:00:01');
});

test('[CL69 MA3 MA4] a tap that matches nobody or several, or cannot be reported, is left to race control', async () => {
  const { race, openPass, tell, readReports, readControl } = await openRacers();
  const pass = await openPass();
  const finish = await openPass({ point: 'finish' });
  const notes = Array.from({ length: MAX_REPORTS_OF_RUNNER }, () => {
    const note = { reportId: crypto.randomUUID(), runnerId: 'bob', kind: 'note', by: 'x' };
    return [note.reportId, JSON.stringify({ ...note, atMs: 1, enteredMs: 1 })] as const;
  });
  await race.redis.hSet(race.keys.reports, Object.fromEntries(notes));
  const taps = [
    buildTap({ bib: '?77' }),
    buildTap({ bib: '999', kind: 'stopped' }),
    buildTap({ bib: '12', kind: 'stopped' }),
    buildTap({ bib: '377' }),
  ];
  // An instance that has read those reports.
  const outcomes = await tell(pass, taps, await race.serve());
  expect(outcomes.every(({ outcome }) => outcome === 'to-check')).toBe(true);
  expect(outcomes[2]?.why).toMatch(/^A time was typed for this runner, 3:00:00/);
  expect(outcomes[3]?.why).toMatch(/^There are too many reports/);
  const [both] = await tell(finish, [buildTap({ bib: '88' })]);
  expect(both?.outcome).toBe('to-check');
  const sightings = await readControl('sighting');
  expect(sightings).toHaveLength(5);
  expect(sightings).toContainEqual({
    kind: 'sighting',
    subject: taps[0]?.reportId,
    point: 'cp3',
    sighting: { kind: 'seen', bib: '?77', seenMs: taps[0]?.atMs },
    atMs: expect.any(Number) as number,
    by: DAI,
  });
  expect((await readReports()).filter(({ by }) => by === DAI)).toEqual([]);
});

test('[CL69 MA3 MA4] a tap is not reported for the runner who had the bib before a change that the instance has not seen', async () => {
  const { here, openPass, readReports, readControl } = await openRacers();
  const pass = findPass(here.context.race, identifyPass(await openPass()));
  if (!pass) throw new Error('The pass is not there.');
  const { store } = here.context;
  const record = await store.readRecord();
  const runners = record.runners.map((runner) =>
    String(runner.runnerId) === 'ann' ? { ...runner, bibNumber: '999' } : runner,
  );
  const late = new LiveRace();
  const { epoch, version } = record.head;
  late.load({ epoch, version: version - 1 }, { ...record, runners });
  const taps = new TapsInOrder({ store, race: late });
  const taken = taps.take(pass, [buildTap({ bib: '999' })], Date.now());
  await expect.poll(() => late.listenerCount('reloaded')).toBeGreaterThan(0);
  late.load(record.head, record);
  await expect.poll(() => readControl('sighting')).toHaveLength(1);
  // The answer waits until the instance has seen the change.
  late.load(await store.readHead(), await store.readRecord());
  expect(await taken).toMatchObject([
    { outcome: 'to-check', why: expect.stringContaining('another runner') as string },
  ]);
  expect(await readReports()).toEqual([]);
});

test('[CL63 MA4] of two simultaneous decisions on a sighting, one is made, and the record has the report once', async () => {
  const { race, here, there, openPass, tell, readReports } = await openRacers();
  const tap = buildTap({ bib: '?77' });
  await tell(await openPass(), [tap]);
  const decided = { reportId: tap.reportId, kind: 'seen', point: 'cp3', atMs: tap.atMs };
  const answers = await Promise.all([
    here.as(race.helper).post('/apiadmin/ann/reports').send(decided),
    there.as(race.admin).post('/apiadmin/bob/reports').send(decided),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    error: 'This has already been reported for another runner. Check it again.',
  });
  expect(await readReports()).toHaveLength(1);
});

const refused = (why: string) => ({
  outcome: 'refused',
  why: expect.stringContaining(why) as string,
});

test('[CL69 MA2] taps over a limit, and far too old ones, are refused with what to do, and not recorded', async () => {
  const { race, openPass, tell, readReports, readControl } = await openRacers();
  const pass = await openPass();
  const old = buildTap({ bib: '177', atMs: Date.now() - 8 * 24 * HOUR_MS });
  expect(await tell(pass, [old])).toMatchObject([refused('by radio')]);
  const [entry] = await readControl('marshal');
  const setCounts = (counts: object) =>
    race.redis.hSet(race.keys.taps, `counts:${entry?.subject}`, JSON.stringify(counts));
  await setCounts({ taps: MAX_SIGHTINGS_OF_PASS, sightings: MAX_SIGHTINGS_OF_PASS });
  expect(await tell(pass, [buildTap({ bib: '999' }), buildTap({ bib: '177' })])).toMatchObject([
    refused('by radio'),
    { outcome: 'reported' },
  ]);
  await setCounts({ taps: MAX_TAPS_OF_PASS, sightings: 0 });
  expect(await tell(pass, [buildTap({ bib: '177' })])).toMatchObject([refused('another')]);
  expect(await readReports()).toHaveLength(1);
  expect(await readControl('sighting')).toEqual([]);
});

test('[CL69] an invalid list of taps is refused, and nothing is stored', async () => {
  const { openPass, send, readReports } = await openRacers();
  const pass = await openPass();
  const good = buildTap({ bib: '177' });
  const wrong: object[][] = [
    [],
    [good, { ...good, reportId: 'x' }],
    [good, { ...good, bib: '' }],
    [good, { ...good, bib: '1 7' }],
    [good, { ...good, bib: '1'.repeat(13) }],
    [good, { ...good, kind: 'undo' }],
    Array.from({ length: MAX_TAPS + 1 }, () => good),
  ];
  for (const taps of wrong) await send(pass, taps).expect(400);
  await send(pass, [{ ...good, note: 'x'.repeat(20_000) }]).expect(413);
  expect(await readReports()).toEqual([]);
});

test('[CL68] a pass has a limited number of calls at once', async () => {
  const { openPass, get } = await openRacers();
  const pass = await openPass();
  const other = await openPass({ name: 'Mair' });
  // On a stopped clock, so that no calls become free.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
  let answer = await get(pass);
  for (let calls = 0; calls < 400 && answer.status === 200; calls += 1) answer = await get(pass);
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
  await get(other).expect(200);
});

const byId = (a: Report, b: Report) => a.reportId.localeCompare(b.reportId);

const read = (bandId: string, point: string, minutes: number) =>
  buildScan({ bandId, points: [point], timeMs: Date.UTC(2026, 5, 20, 9, minutes) });

/** Runners, of whom the first has finished and the second was read at CP4, and a pass for CP3. */
async function openCourse(count: number) {
  const runners = Array.from({ length: count }, (_, n) => ({
    runnerId: `r${n}`,
    bandId: String(n + 1),
    bibNumber: String(n + 100),
    event: 'PB',
  }));
  const opened = await openMarshals(await openRace(), runners);
  const { race, here, there } = opened;
  await ingestScans(race.redis, race.keys, [read('1', 'finish', 90), read('2', 'cp4', 60)]);
  for (const web of [here, there]) {
    await expect.poll(() => web.context.race.standings.find('r0')?.status).toBe('finished');
    await expect.poll(() => web.context.race.missing.findLastSeen('r1' as never)).toBeDefined();
  }
  const readOverrides = async () =>
    (await race.store.readRecord()).runners
      .toSorted((a, b) => Number(a.bibNumber) - Number(b.bibNumber))
      .map(({ overrideTime }) => overrideTime);
  return { ...opened, pass: await opened.openPass(), readOverrides };
}

const DNF = '00:00:01';

test('[MA4] a stop against a mat’s read, and more than ten stops in a minute, are left to race control', async () => {
  const { pass, tell, readOverrides, readControl } = await openCourse(30);
  const taps = Array.from({ length: 30 }, (_, n) =>
    buildTap({ kind: 'stopped', bib: String(n + 100) }),
  );
  const outcomes = await tell(pass, taps);
  expect(outcomes.slice(0, 2)).toEqual([
    { reportId: taps[0]?.reportId, outcome: 'to-check', why: 'This runner has finished' },
    { reportId: taps[1]?.reportId, outcome: 'to-check', why: 'A mat read this runner further on' },
  ]);
  expect(outcomes.slice(2, 12).every(({ outcome }) => outcome === 'reported')).toBe(true);
  expect(outcomes.slice(12).every(({ outcome }) => outcome === 'to-check')).toBe(true);
  const overrides = taps.map((_, n) => (n >= 2 && n < 12 ? DNF : ''));
  expect(await readOverrides()).toEqual(overrides);
  expect(await readControl('sighting')).toHaveLength(20);
});

test('[MA6 CL67] all reports of a marshal are taken back in one step, and restored in one', async () => {
  const opened = await openCourse(16);
  const { race, here, pass, tell, openPass, readOverrides, readReports, readControl } = opened;
  const other = await openPass({ name: 'Sioned' });
  const [first] = await tell(other, [buildTap({ kind: 'stopped', bib: '102' })]);
  expect(first?.outcome).toBe('reported');
  await tell(pass, [
    ...Array.from({ length: 14 }, (_, n) => buildTap({ kind: 'stopped', bib: String(n + 102) })),
    buildTap({ bib: '115' }),
    buildTap({ bib: '999' }),
  ]);
  const [reported, overrides] = [await readReports(), await readOverrides()];
  const before = (await race.store.readRecord()).head.version;
  const takeBack = (body: object) =>
    here.as(race.helper).post('/marshals/take-back').send(body).expect(200);
  const { body: taken } = await takeBack({ point: 'cp3', name: 'Dai' });
  const version = before + 1;
  expect(taken).toEqual({ result: 'Success', runners: 11, sightings: 5, version });
  expect((await readReports()).map(({ by }) => by)).toEqual(['Sioned, marshal at CP3']);
  expect(await readOverrides()).toEqual(overrides.map((_, n) => (n === 2 ? DNF : '')));
  expect(await readControl('sighting')).toEqual([]);

  const { body: undone } = await takeBack({ undo: version });
  expect(undone).toMatchObject({ runners: 11, sightings: 5, version: version + 1 });
  expect((await readReports()).toSorted(byId)).toEqual(reported.toSorted(byId));
  expect(await readOverrides()).toEqual(overrides);
  expect(await readControl('sighting')).toHaveLength(5);
  // The second time there is nothing to restore.
  expect((await takeBack({ undo: version })).body).toMatchObject({ runners: 0, sightings: 0 });
  const refuse = (undo: number) =>
    here.as(race.helper).post('/marshals/take-back').send({ undo }).expect(404);
  await refuse(before);
  // Nor does a list imported since get the reports of the runners before it.
  const { body: again } = await takeBack({ point: 'cp3', name: 'Dai' });
  expect(again).toMatchObject({ runners: 11 });
  await race.store.replaceRunners([...(await race.store.readRecord()).runners], { by: 'test' });
  await refuse((again as { version: number }).version);
  expect(await readReports()).toEqual([]);
});

test('[MA6] no more sightings are restored than there is room for', async () => {
  const { race, here, pass, tell, readControl } = await openCourse(2);
  await tell(
    pass,
    Array.from({ length: 3 }, () => buildTap({ bib: '999' })),
  );
  const takeBack = (body: object) =>
    here.as(race.helper).post('/marshals/take-back').send(body).expect(200);
  const { body: taken } = await takeBack({ point: 'cp3', name: 'Dai' });
  expect(taken).toMatchObject({ sightings: 3 });
  const { missing } = here.context.race;
  const ops = Array.from({ length: MAX_CONTROL_ENTRIES - 1 - missing.controlCount }, (_, at) => ({
    op: 'put-control' as const,
    entry: { kind: 'left' as const, subject: `silent:${at}`, atMs: 1, by: 'x' },
  }));
  await race.store.commit({ ops, audit: { by: 'x', action: 'control' } });
  await expect.poll(() => here.context.race.missing.controlCount).toBe(MAX_CONTROL_ENTRIES - 1);
  const { body: restored } = await takeBack({ undo: (taken as { version: number }).version });
  expect(restored).toMatchObject({ sightings: 1 });
  expect(await readControl('sighting')).toHaveLength(1);
});

test('[MA2] a tap under the id of another pass’s tap is refused', async () => {
  const { pass, tell, openPass, readReports } = await openCourse(4);
  const other = await openPass({ name: 'Sioned' });
  const tap = buildTap({ bib: '102' });
  expect(await tell(pass, [tap])).toEqual([{ reportId: tap.reportId, outcome: 'reported' }]);
  const [refused] = await tell(other, [{ ...tap, bib: '103', kind: 'stopped' }]);
  expect(refused).toMatchObject({ outcome: 'refused' });
  expect(refused?.why).toMatch(/^Something else was sent under the same number/);
  expect(await readReports()).toMatchObject([{ runnerId: 'r2', kind: 'seen' }]);
  expect(await tell(pass, [tap])).toEqual([{ reportId: tap.reportId, outcome: 'reported' }]);
});

test('[HT1 HT2 CL69 MA2] a time by hand finishes a runner on every instance, once however often sent, until a late read of a mat arrives', async () => {
  const { race, here, there, openPass, send, tell, readReports } = await openRacers();
  // Start times are in whole seconds.
  const gunMs = Math.floor((Date.now() - 2 * HOUR_MS) / SECOND_MS) * SECOND_MS;
  // A zone without clock changes.
  const timeZone = 'UTC';
  const raceStart = formatWallClock(gunMs, timeZone);
  await changeSettings(race.store, (config) => ({ ...config, raceStart, timeZone }), 'test');
  const readTotal = () => there.context.race.standings.find('ann')?.totalMs;
  const pass = await openPass({ point: 'finish' });
  const tap = buildTap({ kind: 'timed', bib: '177', atMs: gunMs + HOUR_MS + 345 });
  const { reportId, atMs } = tap;
  await Promise.all([send(pass, [tap]), send(pass, [tap], there), send(pass, [tap])]);
  expect(await tell(pass, [tap], there)).toEqual([{ reportId, outcome: 'reported' }]);
  const by = 'Dai, marshal at finish';
  const timed = { reportId, kind: 'seen', isTimed: true, point: 'finish', atMs, by };
  expect(await readReports('ann')).toMatchObject([timed]);
  await expect.poll(readTotal).toBe(HOUR_MS + 345);
  const { bandId = '' } = here.context.race.findRunner('ann' as never) ?? {};
  const scan = buildScan({ bandId, timeMs: gunMs + HOUR_MS - 255, source: 'mat' });
  await ingestScans(race.redis, race.keys, [scan]);
  await expect.poll(readTotal).toBe(HOUR_MS - 255);
  await tell(pass, [buildTap({ kind: 'undo', bib: '', of: reportId })], there);
  expect(readTotal()).toBe(HOUR_MS - 255);
});
