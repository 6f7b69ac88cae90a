import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  type Manifest,
  type PublishedRunner,
  RUNNERS_FILE,
} from '#server/features/past-races/manifest.ts';
import { PastRaces } from '#server/features/past-races/past-races.ts';
import { createLogger } from '#server/observe/logger.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

const REES: PublishedRunner = {
  name: 'Siân <Rees>',
  bib: '41',
  details: ['Preseli', 'FV40', 'Hanner'],
  place: 2,
  time: '1:48:06',
  page: 'runners/ab/41-cd.html',
};

const HEAD: Manifest = {
  format: 'splitcast-archive',
  formatVersion: 1,
  title: 'Ras <Beca> Ŵyl',
  date: '2025-06-21',
  distances: [{ code: 'PB', name: 'Hanner & hanner', listed: 3, finished: 2, first: [] }],
  epoch: 'e',
  version: 7,
  officialAt: '2025-06-21-17-00-00',
};

/** A folder of past races whose pages contain their names. */
function buildRaces(names: Readonly<Record<string, Partial<Manifest>>>): string {
  const folder = createTempFolder();
  for (const [name, head] of Object.entries(names)) {
    mkdirSync(join(folder, name, 'results'), { recursive: true });
    writeFileSync(join(folder, name, 'race.json'), JSON.stringify({ ...HEAD, ...head }));
    writeFileSync(join(folder, name, 'index.html'), `<title>${name}</title>`);
    writeFileSync(join(folder, name, 'results/PB.html'), `<title>PB ${name}</title>`);
  }
  return folder;
}

async function serve(folder: string) {
  const race = await openRace();
  await changeSettings(race.store, () => buildConfig(), 'x');
  const web = await startWeb({ ...race, settings: { RACES_DIR: folder } });
  const read = (path: string, headers: Record<string, string> = {}) =>
    ask(web.port, path, { headers });
  return { ...web, read };
}

test('[PA1] past races are listed in each language, the newest first, and GET /config counts them', async () => {
  const folder = buildRaces({
    old: { title: 'Hen ras', date: '2024-06-22' },
    new: {
      distances: HEAD.distances.map((one) => ({
        ...one,
        first: [{ sex: 'F', name: 'Siân <Rees>', totalMs: 6_486_000 }],
      })),
    },
    dateless: { title: 'Ras heb ddyddiad', date: '' },
  });
  mkdirSync(join(folder, 'no-race'));
  writeFileSync(join(folder, 'no-race/race.json'), '{"format":"another"}');
  writeFileSync(join(folder, 'no-race/index.html'), 'secret');
  const { read, context } = await serve(folder);
  const { text, headers } = await read('/races');
  const links = Array.from(text.matchAll(/<a href="(\/races\/[^"]*)"/g), ([, href]) => href);
  expect(links).toEqual(['/races/new/', '/races/old/', '/races/dateless/']);
  expect(text).toMatch(/Saturday,? 22 June 2024 · Hanner &amp; hanner: 2 finishers</);
  expect(text).toContain('Hanner &amp; hanner: 1st woman Siân &lt;Rees&gt; 1:48:06');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
  const welsh = await read('/races?lang=cy');
  expect(welsh.text).toContain('Rasys y gorffennol');
  expect(welsh.text).toContain('href="/races/new/cy/index.html"');
  await eventually(() => expect(context.race.pastRaces).toBe(3));
  expect(JSON.parse((await read('/config')).text)).toMatchObject({ pastRaces: 3 });
  expect((await read('/races/no-race/')).status).toBe(404);
});

test('[PA3] a runner is found in past races by name, bib or club, the newest race first', async () => {
  const folder = buildRaces({ old: { title: 'Hen ras', date: '2024-06-22' }, new: {}, bare: {} });
  const others = Array.from({ length: 120 }, (_, at) => ({ ...REES, name: `Mair ${at}`, bib: '' }));
  const list = (race: string, runners: readonly object[]): void => {
    mkdirSync(join(folder, race, 'files'));
    writeFileSync(join(folder, race, RUNNERS_FILE), JSON.stringify(runners));
  };
  list('old', [REES, ...others]);
  list('new', [REES]);
  list('bare', [{ ...REES, page: '//elsewhere.example/' }]);
  const { read } = await serve(folder);
  const readFound = async (query: string) => {
    const { text } = await read(`/races?${query}`);
    const links = Array.from(
      text.matchAll(/<li>\s*<a href="([^"]*)">([^<]*)/g),
      ([, ...link]) => link,
    );
    return { text, links };
  };
  const found = await readFound('q=sian%20REES');
  expect(found.links).toEqual([
    ['/races/new/runners/ab/41-cd.html', 'Siân &lt;Rees&gt;'],
    ['/races/old/runners/ab/41-cd.html', 'Siân &lt;Rees&gt;'],
  ]);
  expect(found.text).toMatch(/1:48:06[^]*2nd · Preseli · FV40 · Hanner/);
  expect((await readFound('q=41&lang=cy')).links[0]?.[0]).toBe(
    '/races/new/cy/runners/ab/41-cd.html',
  );
  const many = await readFound('q=preseli');
  expect(many.links).toHaveLength(100);
  expect(many.text).toContain('and 22 more');
  expect((await readFound('q=%3Cb%3E')).text).toContain('Nobody here matches “&lt;b&gt;”');
});

test('[PA2] a past race is served as published, with 304', async () => {
  const { read } = await serve(buildRaces({ 'ras-2025': {} }));
  const moved = await read('/races/ras-2025');
  expect(moved).toMatchObject({ status: 301, headers: { location: '/races/ras-2025/' } });
  const first = await read('/races/ras-2025/');
  expect(first).toMatchObject({
    status: 200,
    text: '<title>ras-2025</title>',
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  });
  const page = await read('/races/ras-2025/results/PB.html?x=1');
  expect(page.text).toBe('<title>PB ras-2025</title>');
  const again = await read('/races/ras-2025/results/PB.html', {
    'if-none-match': String(page.headers['etag']),
  });
  expect(again).toMatchObject({ status: 304, text: '' });
});

test('[PA2] only the files of a race are served: no folder, hidden file or file outside', async () => {
  const folder = buildRaces({ ras: {} });
  const outside = createTempFolder();
  writeFileSync(join(outside, 'secret.html'), 'secret');
  writeFileSync(join(outside, 'race.json'), JSON.stringify(HEAD));
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'ras/.secret.html'), 'secret');
  symlinkSync(join(outside, 'secret.html'), join(folder, 'ras/link.html'));
  symlinkSync(outside, join(folder, 'ras/linked'));
  symlinkSync(outside, join(folder, 'linked-race'));
  const { read } = await serve(folder);
  for (const path of [
    '/races/ras/results/',
    '/races/ras/%2e%2e/secret.html',
    '/races/ras/..%2fsecret.html',
    '/races/ras/..%5csecret.html',
    '/races/ras/secret.html%00.html',
    '/races/ras/.secret.html',
    '/races/ras/link.html',
    '/races/ras/linked/secret.html',
    '/races/linked-race/secret.html',
    `/races/ras/${'a/'.repeat(500)}b.html`,
    '/races/RAS/',
  ]) {
    const { status, text } = await read(path);
    expect([path, [400, 404].includes(status)]).toEqual([path, true]);
    expect(text).not.toContain('secret');
  }
});

test('[PA2 PA3] file sizes and the number of runners searched are bounded, and the folder is not read for each request', async () => {
  const folder = buildRaces({ ras: {} });
  writeFileSync(join(folder, 'ras/huge.html'), '');
  truncateSync(join(folder, 'ras/huge.html'), 64_000_001);
  const olwen = { ...REES, name: 'Olwen' };
  mkdirSync(join(folder, 'ras/files'));
  const runners = [...Array.from({ length: 49_999 }, () => REES), olwen, olwen];
  writeFileSync(join(folder, 'ras', RUNNERS_FILE), JSON.stringify(runners));
  const races = new PastRaces(folder, createLogger('silent'));
  expect(races.list()).toBe(races.list());
  expect(await races.read('ras', ['huge.html'], '192.0.2.1')).toBeUndefined();
  const { races: found, more } = await races.search('olwen', '192.0.2.1');
  expect([found[0]?.runners.length, more]).toEqual([1, 0]);
});
