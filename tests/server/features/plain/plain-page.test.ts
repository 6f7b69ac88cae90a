import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { PlainPages } from '#server/features/plain/plain-pages.ts';
import { chooseList } from '#server/features/plain/list-sections.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { findTexts } from '#server/web/page-request.ts';
import { buildConfig, buildNumbered, buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const { openRace } = provideFileRedis();

const RUNNERS = [
  buildNumbered(1, 'in', { bibNumber: 'W1', firstName: 'Siân', lastName: '<b>Öz', runClub: '"&' }),
  buildNumbered(2, 'out', { firstName: 'Llŷr', lastName: 'Rhys', ageGroup: 'M40' }),
  buildNumbered(3, 'dnf', { lastName: 'Stop', overrideTime: '00:00:01' }),
  buildNumbered(4, 'hidden', { bibNumber: '363', firstName: 'Secret', isPrivate: true }),
  buildNumbered(5, 'waits', { lastName: 'Abel' }),
  buildNumbered(6, 'ultra', { event: 'UB', lastName: 'Climber' }),
];

async function openShown() {
  const race = await openRace();
  await stageRace(race, {
    runners: RUNNERS,
    scans: [
      buildScan({ bandId: '1', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS }),
      buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS }),
      buildScan({ bandId: '4', timeMs: GUN_MS + 90 * MINUTE_MS }),
      buildScan({ bandId: '2', points: ['cp2'], timeMs: GUN_MS + 42 * MINUTE_MS }),
      buildScan({ bandId: '6', points: ['kom1-start'], timeMs: GUN_MS + 30 * MINUTE_MS }),
      buildScan({ bandId: '6', points: ['kom1-end'], timeMs: GUN_MS + 37 * MINUTE_MS }),
    ],
  });
  const web = await startWeb(race);
  return { ...race, ...web, read: (path: string) => readTable(web.port, path) };
}

async function readTable(port: number, path: string, headers: Record<string, string> = {}) {
  const answer = await ask(port, path, { headers });
  const rows = Array.from(answer.text.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
    Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );
  return { answer, rows, text: answer.text };
}

test('[PL1] the results of a race are a table, with the last point of those on course', async () => {
  const { read } = await openShown();
  const { answer, rows, text } = await read('/plain?race=PB');
  const head = ['Place', 'Runner', 'Time'];
  expect(rows).toEqual([
    head,
    ['1', 'bib 363', '1:30:00'],
    ['1', 'Siân &lt;b&gt;Öz F40 · bib W1 · &quot;&amp;', '1:30:00'],
    head,
    ['', 'Llŷr Rhys M40 · bib 2 · Rhedwyr Preseli', 'Carn Ingli 0:42:00'],
    head,
    ['', 'Siân Stop F40 · bib 3 · Rhedwyr Preseli', 'DNF'],
  ]);
  expect(text).toMatch(/As of \w+,? \d+ \w+ \d{4}/);
  expect(text).toContain('<title>Full · Ras Beca</title>');
  expect(text).not.toContain('Secret');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=1',
    vary: 'Accept-Encoding, Accept-Language',
  });
  for (const link of ['race=BB', 'race=PB&amp;view=print', 'race=PB&amp;lang=cy']) {
    expect(text).toContain(`href="/plain?${link}"`);
  }
});

test('[PL1] the view to print has clubs and splits', async () => {
  const { read } = await openShown();
  const stages = ['Bedd Morris', 'Carn Ingli', 'Foel Eryr', 'Foel Cwmcerwyn'];
  const sheet = await read('/plain?race=PB&view=print');
  expect(sheet.rows[0]).toEqual(['Place', 'Runner', 'Club', 'Cat', 'Bib', ...stages, 'Time']);
  const splits = ['0:20:00', 'NO SCAN', 'NO SCAN', 'NO SCAN'];
  expect(sheet.rows[2]?.slice(2)).toEqual(['&quot;&amp;', 'F40', 'W1', ...splits, '1:30:00']);
  expect(sheet.answer.headers['x-robots-tag']).toBe('noindex');
});

test('[PL1] a large race is split into pages of a bounded size, and equal times share a place across pages', async () => {
  const race = new LiveRace();
  const runners = Array.from({ length: 3_000 }, (_, at) =>
    buildRunner({ runnerId: `r${at}`, bandId: String(at + 1) }),
  );
  // Groups of three have equal times; one group is split by the end of a printed page.
  const scans = runners.map((_, at) => {
    const timeMs = GUN_MS + HOUR_MS + Math.floor(at / 3) * SECOND_MS;
    return buildScan({ bandId: String(at + 1), timeMs });
  });
  race.load({ epoch: 'e', version: 1 }, { config: buildConfig(), runners, scans });
  const pages = new PlainPages({ race, origin: undefined });
  const texts = findTexts({ headers: {} }, new URLSearchParams());
  const get = async (query: string): Promise<string | undefined> => {
    const choice = chooseList(new URLSearchParams(query), race.config);
    const body = await pages.get({ choice, texts, hasLanguage: false, from: '192.0.2.1' });
    return body && String(await body.encode('identity'));
  };
  const names: string[] = [];
  for (let page = 1; page <= 15; page += 1) {
    const text = (await get(`race=PB&page=${page}`)) ?? '';
    expect(text.length).toBeLessThan(150_000);
    names.push(...Array.from(text.matchAll(/href="\/runner\/([^?]+)/g), ([, id = '']) => id));
  }
  expect(new Set(names).size).toBe(3_000);
  expect(await get('race=PB&page=16')).toBeUndefined();
  const second = (await get('race=PB&view=print&page=2')) ?? '';
  const places = Array.from(second.matchAll(/<tr>\s*<td class="figure">(\d+)/g), ([, place]) =>
    Number(place),
  );
  expect([places.length, places[0], places[1], places[2]]).toEqual([1_000, 1_000, 1_000, 1_003]);
});

test('[PL4] a page does not depend on the host of the request', async () => {
  const { port } = await openShown();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      ask(port, '/plain?race=PB', { headers: { Host: `host-${i}.example` } }),
    ),
  );
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(answers[0]?.text).not.toContain('host-');
});

test('[PL5] robots.txt lets search engines read the results', async () => {
  const { port } = await openShown();
  const robots = await ask(port, '/robots.txt');
  expect(robots.headers['content-type']).toMatch(/^text\/plain/);
  expect(robots.text).not.toMatch(/Disallow: \/(?:api|plain|runner|assets|config)/);
  for (const path of ['/', '/tables', '/plain?race=CarnIngli']) {
    const page = await ask(port, path, { headers: { Accept: 'text/html' } });
    expect([path, page.status, page.headers['x-robots-tag']]).toEqual([path, 200, undefined]);
  }
});
