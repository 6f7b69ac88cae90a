import { expect, test } from 'vitest';

import { renderFirstScreen } from '#client/first-screen/render.tsx';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { buildField, buildReads, GUN_MS } from '#tests/support/live-field.ts';
import { ask } from '#tests/support/raw-http.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '" style="color:red" data-style="x',
];
const SCRIPT = 'let prepared = true;';
const HEADS = { runner: '<link rel="stylesheet" href="/assets/runner.css">' };
const FIRST_SCREEN = { render: renderFirstScreen, script: SCRIPT, heads: HEADS };

/** A race under way, with the renderer of the page itself. */
async function openRendered() {
  const race = await openRace();
  const hostile = HOSTILE.map((text, at) =>
    buildRunner({
      runnerId: `hostile-${at}`,
      bandId: String(9_000 + at),
      firstName: text,
      runClub: text,
      ageGroup: '',
    }),
  );
  const hidden = buildRunner({
    runnerId: 'hidden',
    bandId: '9100',
    bibNumber: '363',
    firstName: 'Xanthippe',
    lastName: 'Qwystnall',
    isPrivate: true,
  });
  const entered = buildRunner({ runnerId: 'entered', bandId: '9200', overrideTime: '2:10:00' });
  const first = [...hostile, hidden].map(({ bandId = '' }, at) =>
    buildScan({ bandId, timeMs: GUN_MS + (20 + at) * MINUTE_MS }),
  );
  await stageRace(race, {
    runners: [entered, ...hostile, hidden, ...buildField(60)],
    config: { pageTitle: `Ras ${HOSTILE[0]}` },
    scans: [...first, ...buildReads(60)],
  });
  const web = await startWeb({ ...race, firstScreen: FIRST_SCREEN });
  const read = async (path = '/', headers: Readonly<Record<string, string>> = {}) => {
    const answer = await ask(web.port, path, { headers: { Accept: 'text/html', ...headers } });
    return { ...answer, screen: answer.text.split('<div data-drawn')[1] };
  };
  return { read };
}

test('[FS1] the document of / has the first rows of its tab, in the requested language', async () => {
  const { read } = await openRendered();
  const { screen = '', headers } = await read();
  expect(headers).toMatchObject({ vary: 'Accept-Encoding, Accept-Language' });
  expect(screen.match(/<tr /g)?.length).toBeGreaterThan(20);
  expect(screen).toContain('Llŷr-0001');
  const welsh = await read('/', { 'Accept-Language': 'cy' });
  expect(welsh.screen).toContain('Chwilio am redwr');
  const other = (await read('/?tab=UB')).screen ?? '';
  expect(other).toMatch(/aria-selected="true"[^>]*>Ultra/);
  expect(other).not.toContain('Llŷr-0001');
});

test('[FS4] names, clubs and titles stay text, and nothing is inline that the policy does not allow', async () => {
  const { read } = await openRendered();
  const { text, headers, screen = '' } = await read();
  expect(screen).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(screen).toContain('&quot; style=&quot;color:red&quot; data-style=&quot;x');
  expect(screen).not.toMatch(/<img src=x|<script|\son\w+="/);
  expect(text.match(/<script(?![^>]*\bsrc=)[^>]*>[^<]*/g)).toEqual([`<script>${SCRIPT}`]);
  expect(text).not.toMatch(/<style|\sstyle="/);
  expect(screen).toContain('data-style="');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='(;|$)/);
  expect(policy).toMatch(/style-src 'self'(;|$)/);
});

test('[FS1] the document of a runner has their page, with links to its parts, in the requested language', async () => {
  const { read } = await openRendered();
  const { screen = '', text } = await read('/runner/runner-1');
  expect(screen).toContain('Llŷr-0001');
  // A press would be lost.
  expect(screen).not.toMatch(/<button(?![^>]* disabled)/);
  // After the page's own styles, which a screen's styles override.
  expect(text).toContain(`${HEADS.runner}</head>`);
  expect((await read('/runner/runner-1?lang=cy')).screen).toContain('Dilyn');
  expect((await read('/runner/363')).screen).toMatch(/>bib\s363</);
  expect((await read('/runner/363')).text).not.toMatch(/Xanthippe|Qwystnall/);
  expect((await read('/runner/entered')).screen).toContain('2:10:00');
});
