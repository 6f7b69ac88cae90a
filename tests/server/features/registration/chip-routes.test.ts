import { expect, test } from 'vitest';

import { decideChips } from '#server/race/decide.ts';
import { changeRace } from '#server/race/change-race.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

const CHIP = '058001BC1A3B';

/** A race with runners 101, 102 and one without a band, and an unassigned chip that was read twice. */
async function openWithChip() {
  const race = await openRace();
  const runners = ['101', '102', undefined].map((bandId) =>
    buildRunner({ runnerId: `r${bandId ?? ''}`, bandId }),
  );
  await race.store.replaceRunners(runners, { by: 'x' });
  const reads = [1e12, 2e12].map((timeMs) => buildScan({ bandId: CHIP, timeMs }));
  await ingestScans(race.redis, race.keys, reads);
  const [here, there] = [await race.serve(), await race.serve()];
  const asAdmin = here.as(race.admin);
  return {
    race,
    there,
    give: (runnerId: string, chip = CHIP) =>
      here.as(race.helper).post(`/mia/${chip}/give`).send({ runnerId }),
    send: (text: string) => asAdmin.post('/chips').send({ text }),
    post: (path: string, body: object = {}) => asAdmin.post(path).send(body),
    readTable: async () => (await asAdmin.get('/chips').expect(200)).text,
    readChanges: async () =>
      ((await asAdmin.get('/apiadmin/changes').expect(200)).body as ChangeEntry[]).filter(
        ({ action }) => action === 'chips',
      ),
  };
}

test('[SC1] an assigned chip counts on every instance, and can be unassigned', async () => {
  const { race, there, give, readTable, post, readChanges } = await openWithChip();
  const readThere = async () => {
    const { body } = await there.as(race.helper).get('/mia').expect(200);
    return (body as MissingBody).scannedNumberNoRunners.map(({ bandID }) => bandID);
  };
  expect(await readThere()).toEqual([CHIP]);
  const { body } = await give('r101').expect(200);
  expect(body).toEqual({ result: 'Success', message: `Chip ${CHIP} now counts for band 101.` });
  await eventually(async () => expect(await readThere()).toEqual([]));
  expect(await readTable()).toBe(`code,band\n${CHIP},101\n`);

  const [given] = await readChanges();
  await post('/chips/undo', { version: given?.version }).expect(200);
  await eventually(async () => expect(await readThere()).toEqual([CHIP]));
  const values = [
    [{ name: CHIP, before: '101', after: '' }],
    [{ name: CHIP, before: '', after: '101' }],
  ];
  expect((await readChanges()).map((change) => change.values)).toEqual(values);
});

test('[SC1] a chip is not assigned if taken or never read, or to a runner deleted or without a band', async () => {
  const { give, readTable } = await openWithChip();
  expect((await give('gone').expect(404)).text).toContain('This runner was deleted.');
  expect((await give('r').expect(409)).text).toContain('no wristband number yet');
  expect((await give('r101', 'LY00213').expect(409)).text).toContain('was never scanned');
  expect(await readTable()).toBe('code,band\n');
  await give('r101').expect(200);
  expect((await give('r102').expect(409)).text).toContain(`Chip ${CHIP} belongs to someone`);
  expect(await readTable()).toBe(`code,band\n${CHIP},101\n`);
});

test('[SC1] two simultaneous assignments of a chip: one is refused', async () => {
  const { race } = await openWithChip();
  const give = (band: string) =>
    changeRace(race, (now) => decideChips(now, { [CHIP]: band as BandId }, 'x', { [CHIP]: null }));
  const outcomes = await Promise.allSettled([give('101'), give('102')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/Chip 058001BC1A3B .*Nothing was changed/);
});

test('[SC1] a chip file is saved whole or refused with its faults', async () => {
  const { send, readTable } = await openWithChip();
  const bad = await send(`${CHIP},101\nA1,102\nLY00213,x\n`).expect(400);
  expect(bad.body).toEqual({
    error:
      'Nothing was changed: line 2 has "A1", which is not a chip code; ' +
      'line 3 is "LY00213,x", but must be code,band.',
  });
  expect(await readTable()).toBe('code,band\n');
  const { body } = await send(`${CHIP},101\nly00213;102\n`).expect(200);
  expect(body).toMatchObject({ message: 'Saved 2 chips. The results follow at once.' });
  const { body: again } = await send(`${CHIP},101\n`).expect(200);
  expect(again).toMatchObject({ message: 'Already saved: 1 chip.' });
});

test('[CL29] the last change of a chip can be undone until it is changed again or the runners are replaced', async () => {
  const { race, send, give, post, readTable, readChanges } = await openWithChip();
  await send('LY00213,101\nLY00214,102\n').expect(200);
  await give('r101').expect(200);
  await send('LY00213,102\n').expect(200);
  const [moved, given, first] = await readChanges();
  expect([moved, given, first].map((change) => change?.isLast)).toEqual([true, true, false]);
  expect((await post('/chips/undo', { version: first?.version }).expect(409)).text).toContain(
    'Chip LY00213 counts for band 102 now.',
  );
  await post('/chips/undo', { version: moved?.version }).expect(200);
  await post('/chips/undo', { version: given?.version }).expect(200);
  const table = await readTable();
  expect(table.split('\n').toSorted()).toEqual(['', 'LY00213,101', 'LY00214,102', 'code,band']);
  // Its chips are as it gave them, but by a later change.
  expect((await readChanges()).at(-1)).toMatchObject({ version: first?.version, isLast: false });
  await post('/chips/undo', { version: given?.version }).expect(409);
  await post('/chips/undo', { version: 1 }).expect(404);
  await race.store.replaceRunners([], { by: 'x' });
  await eventually(async () =>
    expect((await readChanges()).some(({ isLast }) => isLast)).toBe(false),
  );
});

test('[CL29] the table is emptied only with the right count, and the log of many chips has their number', async () => {
  const { send, post, readTable, readChanges } = await openWithChip();
  const lines = Array.from({ length: 60 }, (_, index) => `LY${100 + index},${1 + index}\n`);
  await send(lines.join('')).expect(200);
  expect((await post('/chips/empty', { chips: 59 }).expect(409)).text).toContain(
    'The race knows 60 chips now',
  );
  await post('/chips/empty', { chips: 60 }).expect(200);
  expect(await readTable()).toBe('code,band\n');
  const changes = await readChanges();
  expect(changes.map(({ values, isLast }) => ({ values, isLast }))).toEqual([
    { values: [{ name: 'chips', before: '60', after: '0' }], isLast: false },
    { values: [{ name: 'chips', before: '0', after: '60' }], isLast: false },
  ]);
  await post('/chips/undo', { version: changes[0]?.version }).expect(404);
});
