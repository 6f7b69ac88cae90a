import { describe, expect, test } from 'vitest';

import { PasswordHasher } from '#server/identity/passwords.ts';
import { Organisers } from '#server/identity/organisers.ts';
import { type ChangeEntry, CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';
import { type FormValues, getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();
const LATER = '2026-06-20-08-00-00';

const save = (race: OrganisersRace, web: OrganisersWeb, values: FormValues): Promise<string> =>
  getSavedId(postForm(web.as(race.helper), values));

async function readChanges(race: OrganisersRace, web: OrganisersWeb): Promise<ChangeEntry[]> {
  const { body } = await web.as(race.admin).get('/apiadmin/changes').expect(200);
  return body as ChangeEntry[];
}

describe('[CL29] the list of changes', () => {
  test('has each change of a runner with author, time, before and after, newest first', async () => {
    const race = await openRace();
    const web = await race.serve();
    const first = await save(race, web, { raceNumber: '501' });
    const second = await save(race, web, { firstName: 'Dai', raceNumber: '502' });
    await save(race, web, { runnerId: first, raceNumber: '503' });
    await save(race, web, { runnerId: second, runClub: 'DELETE' });
    const [deleted, edited, entered, firstEntered] = await readChanges(race, web);
    expect(deleted).toEqual({
      version: expect.any(Number) as number,
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      by: 'mari@example.org',
      action: 'delete',
      runnerId: second,
      before: expect.objectContaining({ firstName: 'Dai', raceNumber: '502' }) as object,
      after: null,
      values: [],
      isLast: true,
    });
    expect(edited).toMatchObject({
      action: 'edit',
      runnerId: first,
      before: { raceNumber: '501' },
      after: { raceNumber: '503' },
      isLast: true,
    });
    expect(entered).toMatchObject({ runnerId: second, before: null, isLast: false });
    expect(firstEntered).toMatchObject({ runnerId: first, before: null, isLast: false });
  });

  test('has the changed settings, and a new picture', async () => {
    const race = await openRace();
    const web = await race.serve();
    await changeSettings(
      race.store,
      (config) => ({ ...config, pageTitle: 'Ras', starts: { ...config.starts, UB: LATER } }),
      'boss@example.org',
    );
    await race.store.pictures.put('logo', Buffer.from('x'), 'boss@example.org');
    const [picture, settings] = await readChanges(race, web);
    expect(picture).toMatchObject({ action: 'logo', by: 'boss@example.org' });
    expect(settings).toMatchObject({
      action: 'config',
      values: [
        { name: 'pageTitle', before: 'Race results', after: 'Ras' },
        { name: 'starts.UB', before: '', after: LATER },
      ],
    });
  });

  test('has the address and rights of an account, but no secrets', async () => {
    const race = await openRace();
    const web = await race.serve();
    const organisers = new Organisers(race.store.organisers, new PasswordHasher(), undefined);
    const host = 'test';
    const password = 'tri chynnig i Gymro';
    await organisers.add('new@example.org', 'registration', { password, mustChange: true }, host);
    await organisers.setRole('new@example.org', 'admin', host);
    await organisers.reset('new@example.org', { password, mustChange: true }, host);
    await web.as(race.helper).post('/auth/logout').send().expect(204);
    const answer = await web.as(race.admin).get('/apiadmin/changes').expect(200);
    const changes = answer.body as ChangeEntry[];
    const email = { name: 'email', before: 'new@example.org', after: 'new@example.org' };
    expect(changes.slice(0, 3).map(({ action, values }) => [action, values])).toEqual([
      ['organiser-reset', [email]],
      ['organiser-role', [email, { name: 'role', before: 'registration', after: 'admin' }]],
      [
        'organiser-add',
        [
          { ...email, before: '' },
          { name: 'role', before: '', after: 'registration' },
          { name: 'disabled', before: '', after: 'false' },
          { name: 'mustChangePassword', before: '', after: 'true' },
          { name: 'asksForCode', before: '', after: 'false' },
        ],
      ],
    ]);
    expect(answer.text).not.toMatch(/argon2|passwordHash|generation|token|sign-out/i);
    expect(answer.text).not.toContain(password);
  });
});

describe('[CL29] following the log of changes', () => {
  test('after any changes an instance lists the same as a new one', async () => {
    const race = await openRace();
    const web = await race.serve();
    const steps: (() => Promise<unknown>)[] = [
      () => save(race, web, { raceNumber: '501' }),
      () => ingestScans(race.redis, race.keys, [buildScan({ bandId: '501' })]),
      () => changeSettings(race.store, (config) => ({ ...config, startText: 'Half past' }), 'boss'),
      async () => {
        const runnerId = await save(race, web, { firstName: 'Dai' });
        await save(race, web, { runnerId, runClub: 'DELETE' });
      },
      // Without a wristband: a random one could clash with those below.
      () => race.store.replaceRunners([buildRunner({ bandId: undefined })], { by: 'boss' }),
      () => save(race, web, { raceNumber: '777' }),
      async () => {
        const { epoch } = await race.store.readHead();
        await race.store.renewEpoch(epoch);
      },
      // One change per scan.
      () => {
        const scans = Array.from({ length: 600 }, (_, at) => buildScan({ timeMs: 1e12 + at }));
        return Promise.all(scans.map((scan) => ingestScans(race.redis, race.keys, [scan])));
      },
      () => save(race, web, { raceNumber: '778' }),
    ];
    for (const step of steps) {
      await step();
      const followed = await readChanges(race, web);
      expect(await readChanges(race, await race.serve())).toEqual(followed);
    }
    const actions = (await readChanges(race, web)).map(({ action }) => action);
    // Without those of the accounts that every test has.
    expect(actions.filter((action) => action !== 'organiser-add').join(' ')).toBe(
      'create renew-epoch create import delete create config create',
    );
  });

  test(`the ${CHANGES_LISTED} newest changes of a long log are listed`, async () => {
    const race = await openRace();
    const { audit, meta } = race.keys;
    const fields = Array.from({ length: 5_000 }, (_, index) => index + 1);
    const log = fields.map((version) => {
      const at = '2026-06-20T08:00:00.000Z';
      const entry = { at, by: `p${version}`, action: 'edit', subject: `runner-${version}` };
      return [version, JSON.stringify({ epoch: 'e', entries: [entry] })] as const;
    });
    await race.redis.hSet(audit, Object.fromEntries(log));
    await race.redis.hSet(meta, 'version', '5000');
    const changes = await readChanges(race, await race.serve());
    expect(changes.map(({ version }) => version)).toEqual(
      fields.slice(-CHANGES_LISTED).toReversed(),
    );
    expect(changes[0]).toMatchObject({ by: 'p5000', runnerId: 'runner-5000' });
  });

  test('sign-ins take no places in the list', async () => {
    const race = await openRace();
    const { audit, meta } = race.keys;
    const log = Array.from({ length: 5_000 }, (_, index) => {
      const [at, by] = ['2026-06-20T08:00:00.000Z', 'mari@example.org'];
      const entry = index === 10 ? { subject: 'r1', action: 'edit' } : { action: 'sign-in' };
      return [index + 1, JSON.stringify({ epoch: 'e', entries: [{ at, by, ...entry }] })] as const;
    });
    await race.redis.hSet(audit, Object.fromEntries(log));
    await race.redis.hSet(meta, 'version', '5000');
    expect(await readChanges(race, await race.serve())).toMatchObject([{ runnerId: 'r1' }]);
  });
});
