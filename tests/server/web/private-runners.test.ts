import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { renderFirstScreen } from '#client/first-screen/render.tsx';
import { type RunnerId } from '#shared/model/ids.ts';
import type { DataBlobField, SaveRunnerBody } from '#shared/wire/runners-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';
import { listPublicAddresses, readPublic } from '#tests/support/public-addresses.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { connectViewer, fetchResults, Replica } from '#tests/support/viewer.ts';

const openRace = provideOrganisersRace();

/** The hidden values of a private runner: each occurs nowhere else in the race, and in no page. */
const SECRETS = {
  firstName: 'Xanthippe',
  lastName: 'Qwystnall',
  runClub: 'Zzyzx Harriers',
  ageGroup: 'M75',
};
const BIB = '4711';
const HIDDEN = { firstName: '', lastName: '', runClub: '', ageGroup: '', bibNumber: BIB };

/** The values hidden of every runner, private or not. */
const DETAILS = {
  mobileNumber: '07700900123',
  emergencyContact: 'Wulfric Yyorath, 07700900456',
  medicalNote: 'Kryptonite allergy',
  sex: 'Undisclosed-sex',
  birthDate: '1951-09-17',
  nationality: 'Ruritanian',
} as const;

/** A race under way in which one runner is marked, or will be. */
async function openSweptRace({ isSeen = true, isPrivate = true, hidden = SECRETS } = {}) {
  const race = await openRace();
  const marked = buildRunner({
    runnerId: 'marked',
    bandId: '90001',
    bibNumber: BIB,
    ...DETAILS,
    ...hidden,
    ...(isPrivate ? { isPrivate } : {}),
  });
  const others = Array.from({ length: 12 }, (_, at) =>
    buildRunner({ runnerId: `other-${at}`, bandId: String(200 + at), ageGroup: 'F40' }),
  );
  await stageRace(race, { runners: [marked, ...others] });
  const web = await race.serve({
    firstScreen: { render: renderFirstScreen, script: '', heads: {} },
  });
  if (isSeen) await scan(race, web, ['90001', '200', '201']);
  return { ...race, web };
}

async function scan(race: OrganisersRace, web: OrganisersWeb, bands: readonly string[]) {
  const scans = bands.flatMap((band, at) => [
    buildScan({
      bandId: band,
      points: ['cp1'],
      timeMs: Date.UTC(2026, 5, 20, 9, 40, at),
    }),
    buildScan({ bandId: band, timeMs: Date.UTC(2026, 5, 20, 11, 0, at) }),
  ]);
  const before = web.context.race.scanCount;
  await ingestScans(race.redis, race.keys, scans);
  await eventually(() => expect(web.context.race.scanCount).toBe(before + scans.length));
}

/** Sends the edit form of the marked runner. */
async function save(
  race: OrganisersRace,
  web: OrganisersWeb,
  more: Partial<SaveRunnerBody> = {},
  values: Partial<Record<DataBlobField, string>> = {},
): Promise<void> {
  const form = { ...SECRETS, runnerId: 'marked', raceNumber: '90001', bibNumber: BIB, ...values };
  const reply = await web
    .as(race.helper)
    .post('/api')
    .send({ dataBlob: fillForm(form), ...more });
  expect(reply.body).toMatchObject({ result: 'Success' });
}

/** Which of the secrets a text has. A short one is a word of its own: keys and hashes have any three letters. */
function secretsIn(text: string): string[] {
  const folded = text.toLowerCase();
  const words = new Set(folded.split(/[^\p{L}\p{N}_-]+/u));
  return Object.values({ ...SECRETS, ...DETAILS }).filter((secret) =>
    secret.length > 3 ? folded.includes(secret.toLowerCase()) : words.has(secret.toLowerCase()),
  );
}

/** Where the public finds a secret, over all addresses that everybody may read. */
async function sweep(web: OrganisersWeb): Promise<string[]> {
  const addresses = listPublicAddresses(web, {
    subjects: ['marked', BIB, 'other-1'],
    queries: ['', '?lang=cy'],
  });
  expect(addresses).toEqual(expect.arrayContaining(['/', '/api', '/api/compact', '/starters']));
  const found = await Promise.all(
    addresses.map(async (address) => {
      const secrets = secretsIn(await readPublic(web, address));
      return secrets.map((secret) => `${address}: ${secret}`);
    }),
  );
  return found.flat();
}

test('[PV1] a race with a private runner shows only the bib at any public address', async () => {
  const { web } = await openSweptRace();
  expect(await sweep(web)).toEqual([]);
  const { runners } = await fetchResults(web.url);
  const row = runners.data.find(({ runnerId }) => runnerId === 'marked');
  expect(row).toMatchObject({ ...HIDDEN, events: 'PB', status: 'finished', totalTime: '02:00:00' });
});

const OTHERS = { firstName: 'Al', lastName: 'Ng', runClub: '', ageGroup: 'FU17' };

/** The pictures that everybody may fetch in a race with a private runner of this name, as digests. */
async function fetchPictures(hidden: typeof SECRETS): Promise<Record<string, string>> {
  const { web } = await openSweptRace({ hidden });
  const digests: Record<string, string> = {};
  for (const address of listPublicAddresses(web, { subjects: ['marked'], queries: [''] })) {
    // One after the other: the press draws so few at a time for one caller.
    const response = await fetch(web.url + address);
    const bytes = Buffer.from(await response.arrayBuffer());
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (response.headers.get('content-type')?.startsWith('image/')) digests[address] = digest;
  }
  return digests;
}

test('[PV1] no picture of a private runner shows the name, which no text check could find', async () => {
  const digests = await fetchPictures(SECRETS);
  expect(Object.keys(digests)).toContain('/preview/runner/marked.png');
  expect(await fetchPictures(OTHERS)).toEqual(digests);
});

test('[PV3] a mark made during the race reaches every page as a delta, and no address keeps the data', async () => {
  const race = await openSweptRace({ isPrivate: false });
  const { web } = race;
  const viewer = await connectViewer(web.url);
  const page = new Replica(await fetchResults(web.url));
  expect(secretsIn(JSON.stringify(page.present()))).toHaveLength(4);
  // The check finds the data that the mark is about to hide.
  const shown = await sweep(web);
  expect(shown).toEqual(
    expect.arrayContaining([
      `/api: ${SECRETS.lastName}`,
      `/plain: ${SECRETS.firstName}`,
      `/results.csv: ${SECRETS.lastName}`,
      `/runner/marked: ${SECRETS.lastName}`,
    ]),
  );
  // What is kept about a runner beyond the entry is in no public answer, private or not.
  const details: readonly string[] = Object.values(DETAILS);
  expect(shown.filter((line) => details.some((text) => line.endsWith(text)))).toEqual([]);
  const framesBefore = viewer.frames.length;

  await save(race, web, { isPrivate: true });
  const { version } = web.context.race.head;
  const delta = await eventually(() => {
    const last = viewer.deltas.at(-1);
    expect(last?.version).toBe(version);
    return last as ResultsDelta;
  });

  expect(page.take(delta)).toBe('applied');
  expect(secretsIn(JSON.stringify(page.present()))).toEqual([]);
  expect(viewer.frames.slice(framesBefore).flatMap(secretsIn)).toEqual([]);
  expect(await sweep(web)).toEqual([]);
});

test('[PV3] a delta names runners who became private, seen or not, but not those who became public', async () => {
  const race = await openSweptRace({ isPrivate: false, isSeen: false });
  const { web } = race;
  const viewer = await connectViewer(web.url);
  const before = web.context.race.head;
  await save(race, web, { isPrivate: true });
  await eventually(() => expect(viewer.deltas.at(-1)?.hidden).toEqual(['marked']));
  expect(viewer.deltas.at(-1)).toMatchObject({ upsert: [], remove: [] });
  expect(viewer.frames.flatMap(secretsIn)).toEqual([]);
  expect(await viewer.resume(before)).toMatchObject({ results: { hidden: ['marked'] } });
  const { head } = web.context.race;
  await save(race, web, { isPrivate: false });
  await eventually(() => expect(viewer.deltas.at(-1)?.version).toBeGreaterThan(head.version));
  expect(viewer.deltas.at(-1)).not.toHaveProperty('hidden');
  expect(web.context.race.findDelta(before)).not.toHaveProperty('hidden');
});

test('[PV3] no later change of a private runner reveals anything', async () => {
  const race = await openSweptRace({ isSeen: false });
  const { web } = race;
  const viewer = await connectViewer(web.url);
  await scan(race, web, ['90001']);
  // A form that does not know the mark leaves it; so does a band that changes hands.
  await save(race, web, {}, { overrideTime: '00:00:01' });
  await save(race, web, {}, { overrideTime: '', raceNumber: '90002' });
  await scan(race, web, ['90002']);
  const undone = await web.as(race.admin).post('/apiadmin/marked/undo').send({});
  expect(undone.body).toMatchObject({ result: 'Success' });
  const { head } = web.context.race;
  await eventually(() => expect(viewer.deltas.at(-1)?.version).toBe(head.version));
  expect(viewer.frames.flatMap(secretsIn)).toEqual([]);
  expect(await sweep(web)).toEqual([]);
});

test('[PV4] anything but true and false is refused, and a new runner is public by default', async () => {
  const race = await openSweptRace();
  const { web } = race;
  const send = (more: object) =>
    web
      .as(race.helper)
      .post('/api')
      .send({ dataBlob: fillForm({}), ...more });
  expect((await send({ isPrivate: 'yes' })).body).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'isPrivate' }],
  });
  for (const [more, expected] of [
    [{}, undefined],
    [{ isPrivate: true }, true],
  ] as const) {
    const { runnerId } = (await send(more)).body as { runnerId: RunnerId };
    expect(web.context.race.findRunner(runnerId)?.isPrivate).toBe(expected);
  }
});

test('[PV4] a record with an unreadable mark is not shown', async () => {
  const race = await openSweptRace();
  const { web } = race;
  const text = await race.redis.hGet(race.keys.runners, 'marked');
  await race.redis.hSet(
    race.keys.runners,
    'marked',
    String(text).replace('"isPrivate":true', '"isPrivate":"yes"'),
  );
  await race.redis.hDel(race.keys.meta, 'epoch');
  await eventually(() => expect(web.context.race.runnerCount).toBe(12));
  expect(await sweep(web)).toEqual([]);
});
