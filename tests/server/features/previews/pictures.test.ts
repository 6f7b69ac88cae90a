import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

import { Typeface } from '#server/features/previews/typeface.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { buildNumbered, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const { openRace } = provideFileRedis();

const LONG = 'Maria del Carmen Fernández-Villanueva y Montgomery-Featherstonehaugh '
  .repeat(3)
  .trim();
const RUNNERS = [
  buildNumbered(1, 'in', { firstName: 'Heledd', lastName: 'Bevan' }),
  buildNumbered(2, 'long', { firstName: LONG, runClub: LONG }),
  buildNumbered(3, 'far', { firstName: '山田', lastName: '太郎', runClub: '東京' }),
  buildNumbered(4, 'hidden', { firstName: 'Anyone', isPrivate: true }),
  buildNumbered(5, 'none', { bibNumber: '', firstName: 'أحمد', lastName: 'حسن' }),
];

async function openShown() {
  const race = await openRace();
  await stageRace(race, {
    runners: RUNNERS,
    scans: [buildScan({ bandId: '1', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS })],
  });
  return { ...race, ...(await startWeb(race)) };
}

async function findPicture(port: number, path: string): Promise<string> {
  const { text } = await ask(port, path, { headers: { Accept: 'text/html' } });
  const address = /property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? '';
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  return pathname + search;
}

/** A picture's size and the spread of its brightness. */
async function readPicture(png: Buffer) {
  const { width, height, format } = await sharp(png).metadata();
  const { channels } = await sharp(png).greyscale().stats();
  return { width, height, format, spread: channels[0]?.stdev ?? 0, brightest: channels[0]?.max };
}

test('[PW5] preview pictures have the size that the pages name', async () => {
  const { port } = await openShown();
  const paths = await Promise.all(['/', '/runner/in'].map((path) => findPicture(port, path)));
  for (const path of [...paths, '/preview/runner/long.png', '/preview/runner/far.png']) {
    const answer = await ask(port, path);
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'image/png']);
    const picture = await readPicture(answer.bytes);
    expect(picture).toMatchObject({ width: 1_200, height: 630, format: 'png' });
    expect(picture.spread).toBeGreaterThan(10);
    expect(picture.brightest).toBeGreaterThan(230);
  }
  expect((await ask(port, '/preview/runner/nobody.png')).status).toBe(404);
});

/** The texts in a picture with their sizes, the largest first. */
async function readTexts(port: number, path: string) {
  const drawing = vi.spyOn(Typeface.prototype, 'draw');
  const { status } = await ask(port, path);
  const texts = drawing.mock.calls.map(([text, , , { size }]) => ({ text, size }));
  drawing.mockRestore();
  expect(status).toBe(200);
  return texts.toSorted((a, b) => b.size - a.size);
}

test('[PW5] a picture of a runner on course has neither a time nor a place', async () => {
  const { port, redis, keys, context } = await openShown();
  const address = await findPicture(port, '/runner/in');
  const texts = (await readTexts(port, address)).map(({ text }) => text);
  expect(texts.slice(0, 2)).toEqual(expect.arrayContaining(['Heledd Bevan', 'On course']));
  expect(texts.filter((text) => /\d:\d|^\d+(?:st|nd|rd|th)$/.test(text))).toEqual([]);

  await ingestScans(redis, keys, [buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS })]);
  await eventually(() => expect(context.race.standings.placeOf('in')).toBe(1));
  const finished = await readTexts(port, '/preview/runner/in.png');
  expect(finished[0]?.text).toBe('1:30:00');
});

test('[PW5] pictures have the logo of the race', async () => {
  const { port, store, context } = await openShown();
  const before = await findPicture(port, '/runner/in');
  const red = { r: 255, g: 0, b: 0 };
  const logo = await sharp({ create: { width: 200, height: 100, channels: 3, background: red } })
    .png()
    .toBuffer();
  await store.pictures.put('logo', logo, 'x');
  await eventually(() => expect(context.race.pictures.logo).not.toBe(''));
  const after = await findPicture(port, '/runner/in');
  expect(after).not.toBe(before);
  const { bytes } = await ask(port, after);
  const at = { left: 70, top: 60, width: 150, height: 60 };
  const { dominant } = await sharp(await sharp(bytes).extract(at).toBuffer()).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.g + dominant.b).toBeLessThan(60);
});

test('[PW5] a picture has another address as soon as its content changes, and no old one is kept', async () => {
  const { port, redis, keys, context } = await openShown();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(GUN_MS + HOUR_MS);
  const before = await findPicture(port, '/runner/in');
  const first = await ask(port, before);
  const known = { headers: { 'If-None-Match': String(first.headers.etag) } };
  expect((await ask(port, before, known)).status).toBe(304);
  await ingestScans(redis, keys, [buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS })]);
  await eventually(() => expect(context.race.standings.placeOf('in')).toBe(1));
  expect(await findPicture(port, '/runner/in')).not.toBe(before);
  const later = await ask(port, before, known);
  expect([later.status, later.bytes.equals(first.bytes)]).toEqual([200, false]);
  expect(later.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('[PW7] the typeface has the letters of European names, and other letters never become boxes', () => {
  const typeface = new Typeface();
  for (const name of [
    'Llŷr Ŵyn Siôn Ïan Łukasz Żółć Þórður Æsir Øyvind Åse Jürgen Groß Žižka Řehoř',
    'İbrahim Şahin Ğ Ștefan Țurcanu Ģirts Ļeņiņš Ċensu Għar Őry Győző Γεώργιος Ірина Жданова',
  ]) {
    expect(typeface.write(name)).toBe(name);
  }
  expect(typeface.write('Nguyễn')).toBe('Nguyen');
  expect(typeface.write('Zoe 🏃‍♀️  \u202EBell')).toBe('Zoe Bell');
  for (const name of ['山田', 'أحمد', 'สมชาย']) expect(typeface.write(name)).toBeUndefined();
});

test('[PW7] a name with missing letters is replaced by the bib, with the category unless the runner is private', async () => {
  const { port } = await openShown();
  const read = async (id: string) =>
    (await readTexts(port, `/preview/runner/${id}.png`)).map(({ text }) => text);
  const [far, hidden, unnumbered] = [await read('far'), await read('hidden'), await read('none')];
  expect(far).toEqual(expect.arrayContaining(['bib 3', 'F40']));
  expect(hidden).toContain('bib 4');
  expect(hidden.join()).not.toMatch(/script|Anyone|F40/);
  expect(unnumbered).toEqual(expect.arrayContaining(['Runner', 'F40 · Rhedwyr Preseli']));
});
