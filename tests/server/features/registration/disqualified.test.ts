import { expect, test } from 'vitest';

import type { Result } from '#shared/model/result.ts';
import type { AdminRunner, SaveRunnerReply } from '#shared/wire/runners-api.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type FormValues, postForm } from '#tests/support/runner-forms.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const MINUTE = 60_000;
const FINISHED_MS = Date.UTC(2026, 5, 20, 11);
const RULE = 'Gadawodd y cwrs ger CP3';

async function readRow(web: OrganisersWeb): Promise<Result | undefined> {
  const { body } = await web.http.get('/api').expect(200);
  return (body as ResultsBody).runners.data.find(({ runnerId }) => runnerId === 'r1');
}

/** Two finishers, one also read at a checkpoint, on two instances. */
async function openFinished() {
  const race = await openRace();
  const runners = ['1', '2'].map((bandId) =>
    buildRunner({ runnerId: `r${bandId}`, bandId, bibNumber: bandId, ageGroup: 'F40' }),
  );
  await race.store.replaceRunners(runners, { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '1', points: ['cp2'], timeMs: FINISHED_MS - 30 * MINUTE }),
    buildScan({ bandId: '1', timeMs: FINISHED_MS }),
    buildScan({ bandId: '2', timeMs: FINISHED_MS + MINUTE }),
  ]);
  await eventually(() => expect(there.context.race.standings.placeOf('r2')).toBe(2));
  const find = async (web: OrganisersWeb = here): Promise<AdminRunner> => {
    const { body } = await web.as(race.helper).get('/apiadmin').expect(200);
    const { resultData } = body as { resultData: AdminRunner[] };
    const found = resultData.find(({ runnerId }) => runnerId === 'r1');
    if (!found) throw new Error('The runner is gone.');
    return found;
  };
  /** Saves the form of the first runner. */
  const save = async (overrideTime: string, values: FormValues = {}): Promise<SaveRunnerReply> => {
    const { rev } = await find();
    const form = { runnerId: 'r1', raceNumber: '1', bibNumber: '1', overrideTime, ...values };
    return postForm(here.as(race.helper), form, { rev });
  };
  return { race, here, there, find, save };
}

const PUBLIC = ['/api', '/api/compact', '/results.csv', '/plain?race=PB', '/runner/r1'];

test('[OV9 OV10 CL2] a disqualified runner is also a DNF, and no public answer has the rule', async () => {
  const { there, find, save } = await openFinished();
  expect(await save(`dsq  ${RULE}`)).toMatchObject({ result: 'Success' });
  await eventually(async () => expect((await readRow(there))?.isDisqualified).toBe(true));
  const hidden = { totalMs: null, checkPointTwo: '', checkPointTwoPosition: '' };
  expect(await readRow(there)).toMatchObject({ status: 'dnf', totalTime: 'DNF', ...hidden });
  expect(there.context.race.standings.placeOf('r2')).toBe(1);
  const { overrideLime, disqualified } = await find(there);
  expect(overrideLime).toBe('00:00:01');
  expect(disqualified).toMatchObject({ rule: RULE, by: 'mari@example.org' });
  const bodies = await Promise.all(
    PUBLIC.map(async (path) => (await there.http.get(path).expect(200)).text),
  );
  for (const body of bodies) expect(body).not.toContain(RULE);
  const [, , csv, plain, page] = bodies;
  expect(csv).toContain('DSQ');
  expect(plain).toContain('DSQ');
  expect(page).toContain('Disqualified from the ');
});

test('[OV9 CL17] saving the DNF time keeps a disqualification; DNF, a time or an empty override removes it, and an undo restores it', async () => {
  const { race, here, find, save } = await openFinished();
  await save(`DSQ ${RULE}`);
  const first = (await find()).disqualified;
  await save('00:00:01', { firstName: 'Nia' });
  expect(await find()).toMatchObject({ firstName: 'Nia', disqualified: first });
  // The same rule again changes nothing.
  await save(`DSQ ${RULE}`, { firstName: 'Mair' });
  expect((await find()).disqualified).toEqual(first);
  for (const override of ['DNF', '1:02:03', 'DNS', '']) {
    await save(`DSQ ${RULE}`);
    await save(override);
    expect((await find()).disqualified).toBeUndefined();
  }
  expect((await readRow(here))?.status).toBe('finished');
  await here.as(race.admin).post('/apiadmin/r1/undo').send({}).expect(200);
  expect((await find()).disqualified?.rule).toBe(RULE);
  // Shortly after a change the body may still be the one before (PR3).
  await eventually(async () => expect((await readRow(here))?.isDisqualified).toBe(true));
});

test('[IM11 IM40 OV9] a file can disqualify, and a merge with the same rule changes nothing', async () => {
  const { race, find, here, save } = await openFinished();
  const upload = (mode: string, override: string) => {
    const file = `firstName,lastName,event,bibNumber,overrideTime\nSiân,Llŷr,PB,1,${override}\n`;
    const request = here.as(race.admin).post('/upload').field('mode', mode);
    // A merge that changes the time of a seen runner needs it.
    if (mode === 'merge') request.field('confirm', '1');
    return request.attach('file', Buffer.from(file), 'runners.csv');
  };
  await save(`DSQ ${RULE}`);
  const { disqualified: first } = await find();
  await upload('merge', `DSQ ${RULE}`).expect(200);
  expect((await find()).disqualified).toEqual(first);
  await upload('merge', 'DSQ Shorts').expect(200);
  expect((await find()).disqualified).toMatchObject({ rule: 'Shorts', by: 'a file of runners' });
  expect((await upload('replace', 'DSQ').expect(400)).text).toContain('DSQ left the course');
  await upload('replace', `DSQ ${RULE}`).expect(200);
  const { runners } = await race.store.readRecord();
  expect(runners).toMatchObject([{ overrideTime: '00:00:01', disqualified: { rule: RULE } }]);
});
