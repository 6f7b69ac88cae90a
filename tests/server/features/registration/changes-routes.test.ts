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

const save = (race: OrganisersRace, web: OrganisersWeb, values: FormValues): Promise<string> =>
  getSavedId(postForm(web.as(race.helper), values));

async function readChanges(race: OrganisersRace, web: OrganisersWeb): Promise<ChangeEntry[]> {
  const { body } = await web.as(race.admin).get('/apiadmin/changes').expect(200);
  return body as ChangeEntry[];
}

/** Without the accounts created by every test. */
function listActions(changes: readonly ChangeEntry[]): string[] {
  return changes
    .filter(({ action }) => action !== 'organiser-add')
    .map(({ action, by }) => `${action} ${by}`);
}

describe('[CL29] the list of changes', () => {
  test('has each change of a runner with author, time, before and after, newest first', async () => {
    const race = await openRace();
    const web = await race.serve();
    const startedMs = Date.now();
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
    expect(Date.parse(deleted?.at ?? '')).toBeGreaterThanOrEqual(startedMs);
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

  test('has the changed settings, and a new picture without values', async () => {
    const race = await openRace();
    const web = await race.serve();
    await changeSettings(
      race.store,
      (config) => ({
        ...config,
        pageTitle: 'Ras Beca',
        starts: { ...config.starts, UB: '2026-06-20-08-00-00' },
        closed: true,
      }),
      'boss@example.org',
    );
    await race.store.pictures.put('logo', Buffer.from('x'), 'boss@example.org');
    const [picture, settings] = await readChanges(race, web);
    expect(picture).toMatchObject({ action: 'logo', by: 'boss@example.org', values: [] });
    expect(settings).toMatchObject({
      action: 'config',
      values: [
        { name: 'pageTitle', before: 'Race results', after: 'Ras Beca' },
        { name: 'starts.UB', before: '', after: '2026-06-20-08-00-00' },
        { name: 'closed', before: 'false', after: 'true' },
      ],
    });
  });

  test('has the address and rights of an account, but no secrets', async () => {
    const race = await openRace();
    const web = await race.serve();
    const organisers = new Organisers(race.store.organisers, new PasswordHasher(), undefined);
    const host = { name: 'test', isHost: true };
    const password = 'tri chynnig i Gymro';
    await organisers.add('new@example.org', 'registration', { password, mustChange: true }, host);
    await organisers.setRole('new@example.org', 'admin', host);
    await organisers.reset('new@example.org', { password, mustChange: true }, host);
    await web
      .as(await race.signIn('late@example.org', 'admin'))
      .post('/auth/logout')
      .send();

    const answer = await web.as(race.admin).get('/apiadmin/changes').expect(200);
    const changes = answer.body as ChangeEntry[];
    expect(changes.slice(0, 4).map(({ action, values }) => [action, values])).toEqual([
      [
        'organiser-add',
        [
          { name: 'email', before: '', after: 'late@example.org' },
          { name: 'role', before: '', after: 'admin' },
          { name: 'disabled', before: '', after: 'false' },
        ],
      ],
      ['organiser-reset', [{ name: 'email', before: 'new@example.org', after: 'new@example.org' }]],
      [
        'organiser-role',
        [
          { name: 'email', before: 'new@example.org', after: 'new@example.org' },
          { name: 'role', before: 'registration', after: 'admin' },
        ],
      ],
      [
        'organiser-add',
        [
          { name: 'email', before: '', after: 'new@example.org' },
          { name: 'role', before: '', after: 'registration' },
          { name: 'disabled', before: '', after: 'false' },
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
      () => ingestMany(race, 600),
      () => save(race, web, { raceNumber: '778' }),
    ];
    for (const step of steps) {
      await step();
      const followed = await readChanges(race, web);
      expect(await readChanges(race, await race.serve())).toEqual(followed);
    }
    expect(listActions(await readChanges(race, web))).toEqual([
      'create mari@example.org',
      'renew-epoch system',
      'create mari@example.org',
      'import boss',
      'delete mari@example.org',
      'create mari@example.org',
      'config boss',
      'create mari@example.org',
    ]);
  });

  test(`the ${CHANGES_LISTED} newest changes of a long log are listed`, async () => {
    const race = await openRace();
    const { audit, meta } = race.keys;
    const fields = Array.from({ length: 5_000 }, (_, index) => index + 1);
    await race.redis.hSet(
      audit,
      Object.fromEntries(fields.map((version) => [version, logEntry(version)])),
    );
    await race.redis.hSet(meta, 'version', '5000');
    const changes = await readChanges(race, await race.serve());
    expect(changes.map(({ version }) => version)).toEqual(
      fields.slice(-CHANGES_LISTED).toReversed(),
    );
    expect(changes[0]).toMatchObject({ by: 'p5000', runnerId: 'runner-5000' });
  });
});

function logEntry(version: number): string {
  const at = '2026-06-20T08:00:00.000Z';
  const entry = { at, by: `p${version}`, action: 'edit', subject: `runner-${version}` };
  return JSON.stringify({ epoch: 'e', entries: [entry] });
}

/** One change per scan. */
async function ingestMany(race: OrganisersRace, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await ingestScans(race.redis, race.keys, [buildScan({ timeMs: 1e12 + index })]);
  }
}
