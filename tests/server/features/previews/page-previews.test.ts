import { assert, property, string } from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { html } from '#server/web/html.ts';
import { SERVER_TEXTS } from '#server/web/page-request.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { buildNumbered, buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ask, type Question } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const { openRace } = provideFileRedis();

const BEVAN = { firstName: 'Heledd', lastName: 'Bevan' };
const ROUGH = '<script>"&\'</title>';

/** A finisher, one on course, one never read, a private one, and two who share a bib. */
const RUNNERS = [
  buildNumbered(1, 'in', { ...BEVAN, bibNumber: 'W1', ageGroup: 'FU23' }),
  buildNumbered(2, 'out', { firstName: 'Llŷr', lastName: 'ap Rhys' }),
  buildNumbered(3, 'rough', { firstName: ROUGH, lastName: 'Öz' }),
  buildNumbered(4, 'hidden', { bibNumber: '363', firstName: 'Secret', isPrivate: true }),
  buildNumbered(5, 'one', { bibNumber: '7' }),
  buildNumbered(6, 'two', { bibNumber: '7' }),
  buildRunner({ runnerId: 'no-band', bandId: undefined, bibNumber: '9' }),
];

async function openShown(settings: Readonly<Record<string, string>> = {}) {
  const race = await openRace();
  await stageRace(race, {
    runners: RUNNERS,
    config: { pageTitle: 'Ras Copaon' },
    scans: [
      buildScan({ bandId: '1', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS }),
      buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS }),
      buildScan({ bandId: '2', points: ['cp2'], timeMs: GUN_MS + 122 * MINUTE_MS }),
      buildScan({ bandId: '4', timeMs: GUN_MS + 95 * MINUTE_MS }),
    ],
  });
  const web = await startWeb({ ...race, settings });
  return {
    ...race,
    ...web,
    see: (path: string, question?: Question) => see(web.port, path, question),
  };
}

/** The metadata of a document, read as preview services read it. */
async function see(port: number, path: string, { headers = {}, ...question }: Question = {}) {
  const answer = await ask(port, path, {
    headers: { Accept: 'text/html', ...headers },
    ...question,
  });
  const head = answer.text.slice(0, answer.text.indexOf('</head>'));
  const meta = Object.fromEntries(
    Array.from(
      head.matchAll(/<meta (?:property|name)="([^"]*)" content="([^"]*)" \/>/g),
      ([, name = '', content = '']) => [name, unescapeHtml(content)],
    ),
  );
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
  const title = unescapeHtml(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '');
  return { answer, head, meta, canonical, title };
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** As a browser reads it. */
function unescapeHtml(text: string): string {
  return text.replaceAll(/&[^;]*;/g, (entity) => CHARACTERS[entity] ?? '?');
}

test('[PW1] a finisher has name, place, time and race', async () => {
  const { see, port } = await openShown();
  const { title, meta, canonical, answer, head } = await see('/runner/in');
  expect(answer.status).toBe(200);
  expect(title).toBe('Heledd Bevan · 1st · Ras Copaon');
  expect(meta).toMatchObject({
    description:
      'Finished the Full in 1:30:00: 1st of 3 overall, 1st of 2 women, 1st of 1 in FU23.',
    'og:title': title,
    'og:site_name': 'Ras Copaon',
    'og:locale': 'en_GB',
    'og:url': `http://127.0.0.1:${port}/runner/in`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  });
  expect(meta['og:image']).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/preview\/runner\/in\.png\?lang=en&v=[\w-]{16}$/,
  );
  expect(canonical).toBe(meta['og:url']);
  expect(head).toContain('<script type="module" src="/assets/page-4f9a.js">');
  expect(answer.text).toContain('<html lang="en">');
  expect(head.match(/<title>/g)?.length).toBe(1);
});

test('[PW1] runners on course, not started, private or unknown are described as such', async () => {
  const { see } = await openShown();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.setSystemTime(GUN_MS + 4 * HOUR_MS);
  const out = await see('/runner/2');
  expect([out.title, out.meta['description']]).toEqual([
    'Llŷr ap Rhys · On course · Ras Copaon',
    'On course, no result yet. Carn Ingli at 12:02 after 2:02:00, so far 1st of 3 overall, 1st of 2 women, 1st of 1 in F40.',
  ]);
  expect(out.canonical).toMatch(/\/runner\/out$/);
  // On the day after it is of another day (SCREENS.md LG9).
  vi.setSystemTime(GUN_MS + 28 * HOUR_MS);
  expect((await see('/runner/2')).meta['description']).toMatch(
    /^On course, no result yet. Carn Ingli Sat at 12:02 after 2:02:00, so far /,
  );
  expect((await see('/runner/one')).meta['description']).toBe(
    'On the start list of the Full, not started yet.',
  );
  const hidden = await see('/runner/hidden');
  expect(hidden.title).toBe('bib\u00A0363 · 2nd · Ras Copaon');
  expect(hidden.answer.headers['x-robots-tag']).toBe('noindex');
  expect((await see('/runner/w1')).canonical).toMatch(/\/runner\/in$/);
  expect((await see('/runner/%20002')).canonical).toMatch(/\/runner\/out$/);
  const { answer, canonical } = await see('/runner/w1/certificate');
  expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(canonical).toMatch(/\/runner\/in$/);
  expect((await see('/runner/nobody/certificate')).answer.status).toBe(404);
  for (const nobody of ['nobody', '7', 'no-band', '%2e%2e']) {
    const { answer, title } = await see(`/runner/${nobody}`);
    expect([nobody, answer.status, title]).toEqual([nobody, 404, 'Ras']);
    expect(answer.headers['x-robots-tag']).toBe('noindex');
  }
});

test('[PW1] each screen of the race has its title, for HEAD too', async () => {
  const { see, port } = await openShown();
  const day = 'Sat 20 Jun 2026';
  for (const [path, title] of [
    ['/', 'Ras Copaon'],
    ['/board', 'Finish board · Ras Copaon'],
    ['/tables/', 'Tables · Ras Copaon'],
  ] as const) {
    const seen = await see(path);
    const description = `Live results of Ras Copaon: Half, Full and Ultra. ${day}.`;
    expect([path, seen.title, seen.meta['description']]).toEqual([path, title, description]);
    expect(seen.answer.headers).not.toHaveProperty('x-robots-tag');
  }
  const whole = await ask(port, '/', { headers: { Accept: 'text/html' } });
  const head = await ask(port, '/', { method: 'HEAD', headers: { Accept: 'text/html' } });
  expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, whole.headers.etag]);
  expect((await see('/login')).answer.headers['x-robots-tag']).toBe('noindex');
});

test('[PW2] the language is that of the address, else that of the browser', async () => {
  const { see } = await openShown();
  const welsh = 'Canlyniadau byw Ras Copaon: Half, Full ac Ultra. Sad 20 Meh 2026.';
  const asked = async (path: string, accepted: string) =>
    (await see(path, { headers: { 'Accept-Language': accepted } })).meta;
  expect((await asked('/?lang=cy', 'en'))['description']).toBe(welsh);
  expect((await asked('/', 'it, cy-GB;q=0.8, en;q=0.5'))['description']).toBe(welsh);
  expect((await asked('/', 'cy;q=0, it'))['og:locale']).toBe('en_GB');
  expect((await asked('/?lang=xx', ';;,q=,'))['og:locale']).toBe('en_GB');
  const { answer, head, canonical } = await see('/?lang=cy');
  expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language');
  expect(answer.text).toContain('<html lang="cy">');
  expect(canonical).toMatch(/\/\?lang=cy$/);
  const others = Array.from(head.matchAll(/hreflang="([^"]*)"/g), ([, code]) => code);
  expect(others).toEqual([...Object.keys(SERVER_TEXTS), 'x-default']);
});

test('[PW1] addresses have the host that others use, or there are none', async () => {
  const { see } = await openShown({ TRUST_PROXY: '1' });
  const asked = async (headers: Record<string, string>) => (await see('/', { headers })).canonical;
  expect(await asked({ Host: 'laptop.local:3000' })).toBe('http://laptop.local:3000/');
  expect(await asked({ Host: '[::1]:3000' })).toBe('http://[::1]:3000/');
  // A forged one could be cached for everybody.
  const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
  expect(await asked({ Host: 'ras.example', ...forged })).toBe('https://ras.example/');
  for (const host of ['a"b', 'a/../b', 'a@b', 'a'.repeat(300)]) {
    expect([host, await asked({ Host: host })]).toEqual([host, undefined]);
  }
  const configured = await openShown({ PUBLIC_ORIGIN: 'https://results.example' });
  const { meta } = await configured.see('/', { headers: { Host: 'evil.example' } });
  expect([meta['og:url'], meta['og:image']?.split('?')[0]]).toEqual([
    'https://results.example/',
    'https://results.example/preview/race.png',
  ]);
});

test('[PW1] the descriptions kept are bounded', async () => {
  const { see, context } = await openShown();
  for (let i = 0; i < 200; i += 1)
    await see(`/?lang=${i % 2 ? 'cy' : 'en'}`, { headers: { Host: `h${i}` } });
  expect(context.previews.size).toBeLessThanOrEqual(64);
});

test('[PW1] a name cannot break out of its place in the document', async () => {
  const { see } = await openShown();
  const { title, meta, head } = await see('/runner/rough');
  expect(title).toBe(`${ROUGH} Öz · Not started yet · Ras Copaon`);
  expect(meta['og:title']).toBe(title);
  expect(head.match(/<script/g)?.length).toBe(1);
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), (text) => {
      const escaped = html`${text}`.text;
      expect(escaped).not.toMatch(/[<>"']/);
      const shown = text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
      expect(unescapeHtml(escaped)).toBe(shown);
    }),
  );
});
