import { expect, test } from 'vitest';

import type { AdminBody } from '#shared/wire/runners-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';
import { fillForm, getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const FILE = `firstName,lastName,event,raceNumber,sex,dob,category
Siân,Worked,Full,501,F,1990-07-01,
Mair,Given,Full,502,F,1990-07-01,F40
`;

async function readCategories(web: OrganisersWeb, token: string): Promise<Record<string, string>> {
  const { body } = await web.as(token).get('/apiadmin').expect(200);
  const { resultData } = body as AdminBody;
  return Object.fromEntries(resultData.map((runner) => [runner.lastName, runner.ageGroup]));
}

async function setStart({ admin }: OrganisersRace, web: OrganisersWeb, raceStart: string) {
  const { body } = await web.as(admin).get('/webconfig').expect(200);
  const settings = { ...(body as object), raceStart };
  await web.as(admin).put('/webconfig').send(settings).expect(200);
}

/** A race with the runners of the file. */
async function openFilled() {
  const race = await openRace();
  const web = await race.serve();
  const boss = web.as(race.admin);
  await boss.post('/upload').attach('file', Buffer.from(FILE), 'runners.csv').expect(200);
  return { race, web, boss };
}

test('[AG1] derived categories follow the race day on every instance and in every list, given ones don’t', async () => {
  const { race, web } = await openFilled();
  const other = await race.serve();
  const expectEverywhere = async (group: string): Promise<void> => {
    for (const each of [web, other]) {
      await eventually(async () => {
        expect(await readCategories(each, race.admin)).toEqual({ Worked: group, Given: 'F40' });
        const { body } = await each.http.get('/starters').expect(200);
        const starters = new Set([
          expect.objectContaining({ lastName: 'Worked', ageGroup: group }),
          expect.objectContaining({ lastName: 'Given', ageGroup: 'F40' }),
        ]);
        expect(new Set((body as { starters: unknown[] }).starters)).toEqual(starters);
      });
    }
  };
  const before = await readCategories(web, race.admin);
  await setStart(race, web, '2030-06-30-10-00-00');
  await expectEverywhere('F-SNR');
  await setStart(race, other, '2030-07-01-10-00-00');
  await expectEverywhere('F40');
  await setStart(race, web, '');
  await expectEverywhere(before['Worked'] ?? '');
  // Also on an instance that loads the record afterwards.
  expect(await readCategories(await race.serve(), race.admin)).toEqual(before);
});

test('[AG1] a save with the derived category keeps it derived, another one is given, and an empty one is derived again', async () => {
  const { race, web, boss } = await openFilled();
  await setStart(race, web, '2030-06-30-10-00-00');
  const find = async () => {
    const { body } = await boss.get('/apiadmin').expect(200);
    const found = (body as AdminBody).resultData.find(({ lastName }) => lastName === 'Worked');
    if (!found) throw new Error('Worked is gone.');
    return found;
  };
  const save = async (ageGroup: string, more: object = {}) => {
    const { runnerId } = await find();
    const dataBlob = fillForm({ runnerId, raceNumber: '501', lastName: 'Worked', ageGroup });
    const reply = await boss.post('/api').send({ dataBlob, ...more });
    expect(reply.body).toMatchObject({ result: 'Success' });
    return find();
  };
  expect(await save('F-SNR')).toMatchObject({ ageGroup: 'F-SNR', isAgeGroupDerived: true });
  const given = await save('F60');
  expect([given.ageGroup, given.isAgeGroupDerived]).toEqual(['F60', undefined]);
  expect(await save('')).toMatchObject({ ageGroup: 'F-SNR', isAgeGroupDerived: true });
  expect(await save('', { details: { birthDate: '30/06/1990' } })).toMatchObject({
    birthDate: '1990-06-30',
    ageGroup: 'F40',
  });
  const { runnerId } = await find();
  const refused = await boss.post('/api').send({
    dataBlob: fillForm({ runnerId, lastName: 'Worked' }),
    details: { birthDate: '05/06/1990', medicalNote: 'x'.repeat(501) },
  });
  expect(refused.body).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'medicalNote' }, { field: 'birthDate' }],
  });
});

test('[CL17] details stay through a save without them', async () => {
  const race = await openRace();
  const boss = (await race.serve()).as(race.admin);
  const details = { emergencyContact: 'Huw', medicalNote: 'Asthma', sex: 'female' };
  const read = async () => ((await boss.get('/apiadmin')).body as AdminBody).resultData[0];
  const runnerId = await getSavedId(postForm(boss, {}, { details }));
  await postForm(boss, { runnerId, firstName: 'Nia' });
  expect(await read()).toMatchObject({ ...details, sex: 'F', firstName: 'Nia', rev: 2 });
  await postForm(boss, { runnerId }, { details: { medicalNote: '' } });
  expect(await read()).toMatchObject({ emergencyContact: 'Huw', rev: 3 });
  expect(await read()).not.toHaveProperty('medicalNote');
});
