import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { FirstScreens } from '#server/features/first-screen/first-screens.ts';
import { createLogger } from '#server/observe/logger.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { RaceForecasts } from '#server/race/race-forecasts.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { PageDocument } from '#server/web/page-document.ts';
import { RunnerBodies } from '#server/web/runner-bodies.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { RenderFirstScreen } from '#shared/wire/screens.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const BARE = Buffer.from('');
const RUNNER = buildRunner({ runnerId: 'in', bandId: '1', lastName: 'Bevan' });

/** A loaded race, and what was rendered of it. */
function openScreens() {
  const race = new LiveRace();
  const config = buildConfig({ distances: 'Half,Full,Ultra' });
  race.load({ epoch: 'e', version: 1 }, { config, runners: [RUNNER], scans: [] });
  const rendered: string[] = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const render: RenderFirstScreen = ({ head }, { language, screen, tab, runner }) => {
    rendered.push(`${language} ${tab ?? runner?.runner.kind ?? screen} ${head.version}`);
    return rendered.at(-1);
  };
  const screens = openFor(race, render);
  const find = async (url: string, nowMs: number, language = 'en') => {
    vi.setSystemTime(nowMs);
    const headers = { 'accept-language': language };
    return (await screens.find({ url, headers, socket: {} } as IncomingMessage))?.html;
  };
  let version = 1;
  const apply = (ops: readonly ChangeOp[]): void => {
    version += 1;
    race.apply({ epoch: 'e', version, ops });
  };
  return { race, rendered, find, apply };
}

function openFor(
  race: LiveRace,
  render: RenderFirstScreen,
  runners = new RunnerBodies(race, new RaceForecasts(race)),
  logger: { error: (...line: unknown[]) => void } = createLogger('silent'),
): FirstScreens {
  return new FirstScreens({ race, runners, render, heads: {}, trustProxy: 0, logger });
}

test('[FS2] a crowd needs one rendering, and a race that changes constantly one in two seconds', async () => {
  const { rendered, find, apply } = openScreens();
  for (let asked = 0; asked < 10_000; asked += 1) await find('/', asked / 10_000);
  expect(rendered).toEqual(['en PB 1']);
  for (let atMs = 1; atMs <= 10 * SECOND_MS; atMs += 250) {
    const scan = buildScan({ bandId: '1', timeMs: GUN_MS + MINUTE_MS + atMs });
    apply([{ op: 'add-scan', scan }]);
    for (let asked = 0; asked < 10; asked += 1) await find('/', atMs);
  }
  expect(rendered).toHaveLength(5);
  expect(await find('/', 12 * SECOND_MS)).toBe('en PB 41');
});

test('[FS2] a network that asks for many renderings at once gets bare documents beyond 16, others their screens', async () => {
  const { race } = openScreens();
  const made = await new RunnerBodies(race, new RaceForecasts(race)).find('in', '');
  let asked = 0;
  // Each call is for another runner, whose body is ready.
  const find = () =>
    Promise.resolve(made && { ...made, body: new CachedBody({ etag: `${asked++}`, bytes: BARE }) });
  const screens = openFor(race, () => 'drawn', { find } as unknown as RunnerBodies);
  const ask = (remoteAddress: string) =>
    screens.find({ url: '/runner/in', headers: {}, socket: { remoteAddress } } as IncomingMessage);
  const crowd = Array.from({ length: 30 }, () => ask('192.0.2.1'));
  expect(await ask('198.51.100.7')).toBeDefined();
  const shown = await Promise.all(crowd);
  expect(shown.filter((screen) => screen !== undefined)).toHaveLength(16);
});

test('[FS1] each tab, screen, runner and language has a rendering, whatever the tracking parameters, renewed when its content changes', async () => {
  const { rendered, find, apply } = openScreens();
  expect(await find('/', 0)).toBe('en PB 1');
  expect(await find('/?tab=PB', 0)).toBe('en PB 1');
  expect(await find('/?utm_source=club&fbclid=x', 0)).toBe('en PB 1');
  expect(await find('/?tab=UB', 0)).toBe('en UB 1');
  expect(await find('/?lang=cy', 0)).toBe('cy PB 1');
  expect(await find('/', 0, 'cy-GB, en;q=0.5')).toBe('cy PB 1');
  expect(await find('/tables', 0)).toBe('en tables 1');
  expect(await find('/commentary?lang=cy', 0)).toBe('cy commentary 1');
  for (const nowMs of [0, 1]) expect(await find('/runner/in', nowMs)).toBe('en awaited 1');
  expect(rendered).toHaveLength(6);
  apply([{ op: 'add-scan', scan: buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS }) }]);
  expect(await find('/runner/in', 2)).toBe('en listed 2');
});

test('[FS1] any other address gets no rendering', async () => {
  const { rendered, find } = openScreens();
  const asked = ['find=jones', 'cat=M40', 'a=b'];
  for (const query of asked)
    expect([query, await find(`/?${query}`, 0)]).toEqual([query, undefined]);
  for (const path of [
    '/board',
    '/runner/nobody',
    '/admin',
    '/tables?view=legs',
    '/runner/in?x=1',
  ]) {
    expect([path, await find(path, 0)]).toEqual([path, undefined]);
  }
  const screens = openFor(new LiveRace(), () => 'rendered');
  expect(
    await screens.find({ url: '/', headers: {}, socket: {} } as IncomingMessage),
  ).toBeUndefined();
  expect(rendered).toEqual([]);
});

test('[CL40 FS2] a runner who becomes private while a rendering waits is not in it', async () => {
  const state = { isRendered: false };
  for (let turns = 0; !state.isRendered; turns += 1) {
    const { race, apply } = openScreens();
    const screens = openFor(race, (_, { runner }) => JSON.stringify(runner));
    const asked = screens.find({ url: '/runner/in', headers: {}, socket: {} } as IncomingMessage);
    asked.then(
      () => (state.isRendered = true),
      () => undefined,
    );
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    const wasRendered = state.isRendered;
    apply([{ op: 'put-runner', runner: { ...RUNNER, isPrivate: true } }]);
    expect((await asked)?.html.includes('Bevan')).toBe(wasRendered);
  }
});

test('[FS2] the documents kept are bounded, however often the race changes', async () => {
  const document = new PageDocument('<title>x</title><div id="app"></div>', 'let it = 0;');
  const tags = { language: 'en', html: '<title>Ras</title>' };
  for (let version = 0; version < 1_000; version += 1) {
    document.describe(tags, { html: 'x'.repeat(30_000), id: String(version) });
  }
  expect(document.keptBytes).toBeGreaterThan(1_000_000);
  expect(document.keptBytes).toBeLessThanOrEqual(4_000_000);
  const screen = { html: 'rendered', id: 'a' };
  expect(document.describe(tags, screen)).toBe(document.describe(tags, screen));
  expect(document.describe(tags).etag).not.toBe(document.describe(tags, screen).etag);
});

test('[FS1] a failed rendering leaves the document bare, and is logged', async () => {
  const { race } = openScreens();
  const logged: unknown[] = [];
  const screens = openFor(race, () => expect.fail('no window'), undefined, {
    error: (...line) => logged.push(line),
  });
  const request = { url: '/tables', headers: {}, socket: {} } as IncomingMessage;
  expect(await screens.find(request)).toBeUndefined();
  expect(logged).toHaveLength(1);
});
