import { expect, test } from 'vitest';

import { MAX_CONTROL_ENTRIES, MAX_REPORT_TEXT, MAX_SUBJECT } from '#shared/model/decisions.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';
import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const MARI = 'mari@example.org';
const BOSS = 'boss@example.org';
const CLAIM = { kind: 'claim', subject: 'runner:sian' };

/** A race with race control on two instances, with calls to it. */
async function openControl() {
  const race = await openRace();
  const sian = buildRunner({ runnerId: 'sian', firstName: 'Siân', lastName: 'Wójcik' });
  await race.store.replaceRunners([sian], { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  const write = (body: object, token = race.helper, web: OrganisersWeb = here) =>
    web.as(token).post('/control').send(body);
  const remove = (body: object) => here.as(race.helper).post('/control/remove').send(body);
  const read = async (web: OrganisersWeb = here) => {
    const { body } = await web.as(race.helper).get('/mia').expect(200);
    return (body as MissingBody).control ?? [];
  };
  return { race, here, there, write, remove, read };
}

test('[CL66 RC7] entries are on every instance, in GET /mia and pushed, until removed', async () => {
  const { race, there, write, remove, read } = await openControl();
  const socket = there.connectAdmin(race.helper);
  const pushed: (readonly unknown[] | undefined)[] = [];
  socket.on('missing', ({ control }) => pushed.push(control));
  await eventually(() => expect(pushed).toEqual([undefined]));

  const claim = { ...CLAIM, text: 'rings, voicemail 15:02' };
  await write({ ...claim, was: null }).expect(200);
  const [entry] = await read();
  expect(entry).toMatchObject({ ...claim, by: MARI });
  expect(entry).not.toHaveProperty('was');
  await eventually(() => expect(pushed.at(-1)).toEqual([entry]));
  expect(await read(await race.serve())).toEqual([entry]);

  await write({ kind: 'sweep', subject: 'cp2', runnerIds: ['sian'], was: null }).expect(200);
  await remove({ ...CLAIM, was: entry?.atMs }).expect(200);
  await eventually(() => expect(pushed.at(-1)).toHaveLength(1));
  expect(await read(there)).toMatchObject([{ kind: 'sweep', runnerIds: ['sian'] }]);
  const { body: changes } = await there.as(race.admin).get('/apiadmin/changes').expect(200);
  const [removal] = changes as ChangeEntry[];
  expect(removal?.values).toContainEqual({
    name: 'text',
    before: 'rings, voicemail 15:02',
    after: '',
  });
});

test('[CL66 RC7] of two simultaneous claims on two instances, one wins; the other is told who has it since when', async () => {
  const { race, there, write, read } = await openControl();
  const answers = await Promise.all([
    write({ ...CLAIM, was: null }, race.helper),
    write({ ...CLAIM, was: null }, race.admin, there),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  // The refusal does not wait until the other change is on this instance.
  await eventually(async () => expect(await read()).toHaveLength(1));
  const [entry] = await read();
  const winner = answers[0].status === 200 ? MARI : BOSS;
  expect(entry).toMatchObject({ by: winner });
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toEqual({
    error: expect.stringMatching(
      new RegExp(`^${winner} changed this at \\d\\d:\\d\\d\\.$`),
    ) as string,
  });
});

test('[CL66 RC7] a write over the current entry replaces it, over an older one is refused, and may be repeated', async () => {
  const { race, write, remove, read } = await openControl();
  await write({ ...CLAIM, was: null }).expect(200);
  await write({ ...CLAIM, was: null }).expect(200);
  const [mine] = await read();
  await write({ ...CLAIM, was: mine?.atMs }, race.admin).expect(200);
  const [taken] = await read();
  expect(taken).toMatchObject({ by: BOSS });
  expect(taken?.atMs).toBeGreaterThan(mine?.atMs ?? Infinity);
  await write({ ...CLAIM, text: 'mine', was: mine?.atMs }).expect(409);
  const { body } = await remove({ ...CLAIM, was: mine?.atMs }).expect(409);
  expect((body as { error: string }).error).toMatch(/^boss@example\.org changed this at /);
  await remove({ ...CLAIM, was: taken?.atMs }).expect(200);
  await remove({ ...CLAIM, was: taken?.atMs }).expect(200);
  const { body: gone } = await write({ ...CLAIM, was: taken?.atMs }).expect(409);
  expect(gone).toEqual({
    error: 'This was removed in the meantime. Check it again.',
  });
  expect(await read()).toEqual([]);
});

test('[CL66] an invalid entry is refused with a message, and nothing is stored', async () => {
  const { race, write, remove, read } = await openControl();
  const wrong: object[] = [
    { ...CLAIM },
    { kind: 'gossip', subject: 'x', was: null },
    { kind: 'claim', subject: 'x'.repeat(MAX_SUBJECT + 1), was: null },
    { ...CLAIM, text: 'x'.repeat(MAX_REPORT_TEXT + 1), was: null },
    { kind: 'sweep', subject: 'cp99', was: null },
    { kind: 'sweep', subject: 'cp2', runnerIds: Array.from({ length: 501 }, () => 'a'), was: null },
  ];
  for (const body of wrong) {
    const { body: answer } = await write(body).expect(400);
    expect((answer as { error: string }).error).toMatch(/^(Send kind|The race has no)/);
  }
  await remove({ ...CLAIM, was: null }).expect(400);
  expect(await read()).toEqual([]);
  expect(await race.redis.exists(race.keys.control)).toBe(0);
});

test('[CL66] the number of entries is limited, and the refusal says what to do', async () => {
  const { race, here, write, remove } = await openControl();
  const ops = Array.from({ length: MAX_CONTROL_ENTRIES }, (_, at) => ({
    op: 'put-control' as const,
    entry: { kind: 'left' as const, subject: `silent:${at}`, atMs: 1, by: MARI },
  }));
  await race.store.commit({ ops, audit: { by: MARI, action: 'control' } });
  await eventually(() => expect(here.context.race.missing.controlCount).toBe(MAX_CONTROL_ENTRIES));
  const { body } = await write({ ...CLAIM, was: null }).expect(409);
  expect(body).toEqual({
    error: 'There are 2000 notes of race control already: remove some that are no longer needed.',
  });
  // Existing entries can still be replaced and removed.
  await write({ kind: 'left', subject: 'silent:7', text: 'still', was: 1 }).expect(200);
  await remove({ kind: 'left', subject: 'silent:8', was: 1 }).expect(200);
  await write({ ...CLAIM, was: null }).expect(200);
});
