import { expect, test } from 'vitest';

import { LOST_SAVE_STANDS_MS, MOST_LOST_SAVES } from '#server/store/lost-saves.ts';
import { MOST_LISTED_SAVES } from '#server/race/lost-saves.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';
import { type FormValues, getSavedId, postForm } from '#tests/support/runner-forms.ts';
import { connectViewer } from '#tests/support/viewer.ts';
import { type AdminWatch, watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();

const MARI = 'mari@example.org';
const healthTimes = { checkEveryMs: 100, freshMs: 0, behindMs: HOUR_MS, sourceSilentMs: HOUR_MS };

const save = (race: OrganisersRace, web: OrganisersWeb, values: FormValues): Promise<string> =>
  getSavedId(postForm(web.as(race.helper), values));

/** Does what is to be lost, and then puts the record back to how it stood before, as on a copy that lacked it. */
async function lose(
  { redis, keys }: OrganisersRace,
  webs: readonly OrganisersWeb[],
  change: () => Promise<unknown>,
): Promise<void> {
  const { runners, meta, bands, config, audit } = keys;
  const hashes = [runners, meta, bands, config, audit];
  const before = await Promise.all(hashes.map((key) => redis.hGetAll(key)));
  await change();
  const version = Number(await redis.hGet(meta, 'version'));
  await eventually(() => {
    for (const { context } of webs) expect(context.race.head.version).toBe(version);
  });
  const putBack = redis.multi().del(hashes);
  for (const [at, key] of hashes.entries()) {
    const texts = before[at] ?? {};
    if (Object.keys(texts).length > 0) putBack.hSet(key, texts);
  }
  await putBack.exec();
}

const listLost = ({ missing }: AdminWatch): Notice[] =>
  (missing.at(-1)?.notices ?? []).filter(({ kind }) => kind.endsWith('-lost'));

test('[CF29] a save that the record has no more is told to organisers on every instance, to nobody else, until it is made again', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve({ healthTimes }), await race.serve({ healthTimes })];
  const runnerId = await save(race, here, { bibNumber: '12', firstName: 'Ann', lastName: 'Jones' });
  const desks = await Promise.all(
    [here, there].map(({ connectAdmin }) => watchAdmin(connectAdmin(race.helper))),
  );
  const viewer = await connectViewer(there.url);
  const edit = { runnerId, bibNumber: '12', firstName: 'Mari', lastName: 'Jones' };
  await lose(race, [here, there], () => save(race, here, edit));

  const notice = {
    kind: 'save-lost',
    runnerId,
    isDeletion: false,
    isThere: true,
    by: MARI,
    atMs: expect.any(Number) as number,
    bib: '12',
    name: 'Mari Jones',
  };
  await eventually(() => {
    for (const desk of desks) expect(listLost(desk)).toEqual([notice]);
  });
  const mia = await there.as(race.helper).get('/mia').expect(200);
  expect((mia.body as { notices: Notice[] }).notices).toContainEqual(notice);

  for (const path of ['/readyz', '/api', '/config', '/metrics', '/']) {
    const { text } = await there.http.get(path);
    expect(text).not.toContain(MARI);
    expect(text).not.toContain('save-lost');
  }
  await there.http.get('/mia').expect(401);
  await eventually(() => expect(viewer.resyncs.length).toBeGreaterThan(0));
  const frames = viewer.frames.join();
  expect(frames).not.toContain(MARI);
  expect(frames).not.toContain('save-lost');

  await save(race, there, edit);
  await eventually(() => {
    for (const desk of desks) expect(listLost(desk)).toEqual([]);
  });
});

test('[CF29] an entry and a deletion that were lost are told as such, an entry until it is there again', async () => {
  const race = await openRace();
  const web = await race.serve({ healthTimes });
  const gone = await save(race, web, { bibNumber: '12', lastName: 'Jones' });
  const desk = await watchAdmin(web.connectAdmin(race.helper));
  const entry = { bibNumber: '13', firstName: 'Dai', lastName: 'Huws' };
  await lose(race, [web], async () => {
    await save(race, web, { runnerId: gone, runClub: 'DELETE' });
    await save(race, web, entry);
  });
  await eventually(() =>
    expect(listLost(desk)).toMatchObject([
      { bib: '13', name: 'Dai Huws', isDeletion: false, isThere: false },
      { bib: '12', runnerId: gone, isDeletion: true, isThere: true },
    ]),
  );
  await save(race, web, entry);
  await eventually(() => expect(listLost(desk)).toMatchObject([{ runnerId: gone }]));
  await save(race, web, { runnerId: gone, runClub: 'DELETE' });
  await eventually(() => expect(listLost(desk)).toEqual([]));
});

test('[CF29] settings that were lost are told to organisers until they are changed again, what others changed since is not', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve({ healthTimes }), await race.serve({ healthTimes })];
  const put = (web: OrganisersWeb, settings: Readonly<Record<string, unknown>>) =>
    web
      .as(race.admin)
      .put('/webconfig')
      .send({ distances: 'Half,Full,Ultra', wayPoints: '', KOMs: '', ...settings })
      .expect(200);
  const desk = await watchAdmin(there.connectAdmin(race.helper));
  await put(here, { pageTitle: 'Ras Beca', startText: 'Half: 11:00' });
  await put(there, { pageTitle: 'Ras y Bannau', startText: 'Half: 11:00' });
  await lose(race, [here, there], async () => {
    const starts = { PB: '2026-06-20-10-00-00', BB: '', UB: '' };
    await put(here, { pageTitle: 'Ras y Bannau', startText: 'Half: 11:30', starts });
  });
  const lost = { kind: 'setting-lost', by: 'boss@example.org', atMs: expect.any(Number) as number };
  const text = { ...lost, name: 'startText', value: 'Half: 11:30' };
  const start = { ...lost, name: 'starts.PB', value: '2026-06-20-10-00-00' };
  await eventually(() => {
    const listed = listLost(desk);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(expect.arrayContaining([text, start]));
  });
  await put(there, { pageTitle: 'Ras y Bannau', startText: 'Half: 11:45' });
  await eventually(() => expect(listLost(desk)).toEqual([start]));
});

test('[CF29] of a setting that another instance changed back nobody is told its former value', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve({ healthTimes }), await race.serve({ healthTimes })];
  const put = (web: OrganisersWeb, pageTitle: string, startText: string) =>
    web
      .as(race.admin)
      .put('/webconfig')
      .send({ distances: '', wayPoints: '', KOMs: '', pageTitle, startText })
      .expect(200);
  const desk = await watchAdmin(here.connectAdmin(race.helper));
  await put(here, 'Ras Beca', '');
  await lose(race, [here, there], async () => {
    await put(here, 'A mistake', '');
    await put(there, 'Ras Beca', '');
    // What is told next is told after what was to be told of the title.
    await put(here, 'Ras Beca', 'Half: 11:00');
  });
  await eventually(() => expect(listLost(desk)).toMatchObject([{ name: 'startText' }]));
  const fields = await race.redis.hKeys(race.keys.lostSaves);
  expect(fields).toEqual(['setting startText']);
});

test('[CF29] what an import replaced and whom somebody deleted is not lost', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve({ healthTimes }), await race.serve({ healthTimes })];
  await save(race, here, { lastName: 'Replaced' });
  const file = Buffer.from('First,Last,Event\nSiân,Rees,PB\nIfan,Huws,BB\n');
  await here.as(race.admin).post('/upload').attach('file', file, 'x.csv').expect(200);
  await eventually(() => expect(here.context.race.runnerCount).toBe(2));
  const deleted = await save(race, here, { lastName: 'Deleted' });
  await save(race, there, { runnerId: deleted, runClub: 'DELETE' });
  await eventually(() => expect(here.context.race.runnerCount).toBe(2));

  const desk = await watchAdmin(here.connectAdmin(race.helper));
  await lose(race, [here, there], () => save(race, here, { lastName: 'Lost' }));
  await eventually(() => expect(listLost(desk)).toMatchObject([{ name: 'Siân Lost' }]));
  // Whatever was in doubt before was decided before.
  expect(await race.redis.hLen(race.keys.lostSaves)).toBe(1);
});

test('[CF29] so many lost saves are kept and told one by one, those of long ago and of no form are not', async () => {
  const race = await openRace();
  const web = await race.serve({ healthTimes });
  const { redis, keys, store } = race;
  const nowMs = Date.now();
  const lost = { rev: 2, isDeletion: false, by: MARI, bib: '', name: 'Mari', foundRev: undefined };
  const buildLost = (at: number) => ({
    ...lost,
    runnerId: asRunnerId(`r-${at}`),
    atMs: nowMs - at,
    lostMs: nowMs - at,
  });
  await redis.hSet(keys.lostSaves, {
    old: JSON.stringify({ ...lost, atMs: 1, lostMs: nowMs - LOST_SAVE_STANDS_MS - HOUR_MS }),
    odd: '{"by":7}',
    none: 'rubbish',
  });
  await store.upkeep.noteLostSaves({
    runners: Array.from({ length: MOST_LOST_SAVES + 20 }, (_, at) => buildLost(at)),
    settings: [],
  });
  expect(await redis.hLen(keys.lostSaves)).toBe(MOST_LOST_SAVES);
  expect(await redis.hExists(keys.lostSaves, 'none')).toBe(0);
  expect(await redis.ttl(keys.lostSaves)).toBeGreaterThan(0);
  const desk = await watchAdmin(web.connectAdmin(race.helper));
  await eventually(() => {
    const notices = desk.missing.at(-1)?.notices ?? [];
    expect(notices.filter(({ kind }) => kind === 'save-lost')).toHaveLength(MOST_LISTED_SAVES);
    const more = MOST_LOST_SAVES - MOST_LISTED_SAVES;
    expect(notices).toContainEqual({ kind: 'more-saves-lost', count: more });
  });
});
