import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { FirstScreens } from '#server/features/first-screen/first-screens.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { PageDocument } from '#server/web/page-document.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const RUNNER = buildRunner({ runnerId: 'in', bandId: '1', lastName: 'Bevan' });

/** A race that is loaded, and how often something was drawn of it. */
function openScreens() {
  const race = new LiveRace();
  const config = buildConfig({ distances: 'Half,Full,Ultra' });
  race.load({ epoch: 'e', version: 1 }, { config, runners: [RUNNER], scans: [] });
  const drawn: string[] = [];
  const screens = new FirstScreens(race, ({ head }, { language, tab }) => {
    drawn.push(`${language} ${tab} ${head.version}`);
    return drawn.at(-1);
  });
  const find = (url: string, nowMs: number, language = 'en') =>
    screens.find(
      { url, headers: { 'accept-language': language }, socket: {} } as IncomingMessage,
      nowMs,
    )?.html;
  let version = 1;
  const apply = (ops: readonly ChangeOp[]): void => {
    version += 1;
    race.apply({ epoch: 'e', version, ops });
  };
  return { race, config, drawn, find, apply };
}

test('[FS2] a crowd has one screen drawn, and a race that changes all the time one in two seconds', () => {
  const { drawn, find, apply } = openScreens();
  for (let asked = 0; asked < 10_000; asked += 1) find('/', asked / 10_000);
  expect(drawn).toEqual(['en PB 1']);
  for (let atMs = 1; atMs <= 10 * SECOND_MS; atMs += 250) {
    const scan = buildScan({ bandId: '1', timeMs: GUN_MS + MINUTE_MS + atMs });
    apply([{ op: 'add-scan', scan }]);
    for (let asked = 0; asked < 10; asked += 1) find('/', atMs);
  }
  expect(drawn).toHaveLength(5);
  expect(find('/', 12 * SECOND_MS)).toBe('en PB 41');
});

test('[FS2] nobody who asks has nothing drawn, and a screen is never older than a minute', () => {
  const { drawn, find, apply } = openScreens();
  for (let i = 0; i < 100; i += 1) {
    apply([{ op: 'add-scan', scan: buildScan({ bandId: '1', timeMs: GUN_MS + i }) }]);
  }
  expect(drawn).toEqual([]);
  find('/', 0);
  find('/', MINUTE_MS - 1);
  expect(drawn).toHaveLength(1);
  find('/', MINUTE_MS);
  expect(drawn).toHaveLength(2);
});

test('[FS2] an address that has every screen drawn over and over is given the last ones, then none', () => {
  const { drawn, find, apply, config } = openScreens();
  const tabs = listTabs(config).map(({ code }) => code);
  const asked = ['en', 'cy'].flatMap((lang) => tabs.map((tab) => `/?lang=${lang}&tab=${tab}`));
  const shown: (string | undefined)[] = [];
  for (let atMs = 0; atMs < MINUTE_MS; atMs += 2 * SECOND_MS) {
    apply([{ op: 'add-scan', scan: buildScan({ bandId: '1', timeMs: GUN_MS + atMs }) }]);
    for (const address of asked) shown.push(find(address, atMs));
  }
  // Twelve at once and two a second.
  expect(drawn.length).toBeLessThanOrEqual(12 + 2 * 60);
  expect(drawn.length).toBeLessThan(30 * asked.length);
  expect(shown).not.toContain(undefined);
  // Nothing that is older than a minute is given in place of one that is not drawn.
  for (let i = 0; i < 200; i += 1) find(`/?tab=${tabs[i % tabs.length]}`, 3 * MINUTE_MS + i);
  expect(find('/', 3 * MINUTE_MS)).toBeDefined();
});

test('[FS1] there is one for each tab in each language, whatever else an address is followed by', () => {
  const { drawn, find } = openScreens();
  expect(find('/', 0)).toBe('en PB 1');
  expect(find('/?tab=PB', 0)).toBe('en PB 1');
  expect(find('/?tab=nowhere', 0)).toBe('en PB 1');
  expect(find('/?utm_source=club&fbclid=x', 0)).toBe('en PB 1');
  expect(find('/?tab=UB', 0)).toBe('en UB 1');
  expect(find('/?lang=cy', 0)).toBe('cy PB 1');
  expect(find('/', 0, 'cy-GB, en;q=0.5')).toBe('cy PB 1');
  expect(drawn).toHaveLength(3);
});

test('[FS1] an address that asks for anything else gets none', () => {
  const { drawn, find } = openScreens();
  const asked = ['find=jones', 'cat=M40', 'sex=M', 'club=x', 'stage=finish', 'follow=in', 'a=b'];
  for (const query of asked) expect([query, find(`/?${query}`, 0)]).toEqual([query, undefined]);
  for (const path of ['/tables', '/board', '/runner/in', '/commentary', '/admin', '/login']) {
    expect([path, find(path, 0)]).toEqual([path, undefined]);
  }
  const race = new LiveRace();
  const screens = new FirstScreens(race, () => 'drawn');
  expect(screens.find({ url: '/', headers: {} } as IncomingMessage, 0)).toBeUndefined();
  expect(drawn).toEqual([]);
});

test('[FS3] what was drawn before is gone once somebody is private, settings change or all is replaced', () => {
  const { race, config, drawn, find, apply } = openScreens();
  find('/', 0);
  apply([{ op: 'put-runner', runner: { ...RUNNER, isPrivate: true } }]);
  expect(find('/', 1)).toBe('en PB 2');
  apply([{ op: 'put-config', config: { pageTitle: 'Ras Arall' } }]);
  expect(find('/', 2)).toBe('en PB 3');
  race.load({ epoch: 'f', version: 9 }, { config, runners: [], scans: [] });
  expect(find('/', 3)).toBe('en PB 9');
  expect(drawn).toHaveLength(4);
  expect(race.findRunner(asRunnerId('in'))).toBeUndefined();
});

test('[FS2] the documents that are kept have a bound, however often the race changes', () => {
  const document = new PageDocument('<title>x</title><div id="app"></div>', 'let it = 0;');
  const tags = { language: 'en', html: '<title>Ras</title>' };
  for (let version = 0; version < 1_000; version += 1) {
    document.describe(tags, { html: 'x'.repeat(30_000), id: String(version) });
  }
  expect(document.keptBytes).toBeGreaterThan(1_000_000);
  expect(document.keptBytes).toBeLessThanOrEqual(4_000_000);
  const screen = { html: 'drawn', id: 'a' };
  expect(document.describe(tags, screen)).toBe(document.describe(tags, screen));
  expect(document.describe(tags).etag).not.toBe(document.describe(tags, screen).etag);
});
