import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { STORAGE_KEYS } from '#client/live/text-storage.ts';
import { connectBrowser } from '#tests/support/browser.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { buildField } from '#tests/support/live-field.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { openPage } from './support/open-page.ts';

const { openRace } = provideFileRedis();

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
  return () => browser.close();
});

/** The page as `npm run build` leaves it. */
const BUILT_PAGE = join(import.meta.dirname, '../../dist/client');

/** A copy of the built page as another release: the same files, renamed, with all references. */
function buildOtherRelease(): string {
  const folder = createTempFolder();
  cpSync(BUILT_PAGE, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const renamed = new Map(
    readdirSync(assets)
      .filter((name) => /-[\w-]{7}\.(?:js|css|html)$/.test(name))
      .map((name) => [name, name.replace(/.{3}(?=\.\w+$)/, 'Two')] as const),
  );
  for (const [name, other] of renamed) renameSync(join(assets, name), join(assets, other));
  const texts = [...renamed.values()].map((name) => join(assets, name));
  for (const path of [...texts, join(folder, 'index.html'), join(folder, 'service-worker.js')]) {
    let text = readFileSync(path, 'utf8');
    for (const [name, other] of renamed) text = text.replaceAll(name, other);
    writeFileSync(path, text);
  }
  return folder;
}

/** A marshal's page is not among them: it opens offline. */
const ORGANISERS =
  /^(?:organisers|features\/(?:accounts|changes|control|files|health|import|pictures|prizes|readers|reads|runners|settings|setup|sign-in))\//;

function listOrganisersParts(): string[] {
  const text = readFileSync(join(BUILT_PAGE, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, { readonly file: string }>;
  return Object.entries(manifest)
    .filter(([source]) => ORGANISERS.test(source))
    .map(([, { file }]) => `/${file}`);
}

/** The address of a release's document, which is one of its files. */
function findShell(pageRoot: string): string {
  const shell = readdirSync(join(pageRoot, 'assets')).find((name) => name.startsWith('shell-'));
  return `/assets/${shell}`;
}

/** The runners in the tab that opens first. */
const LISTED = 2;

/** A race served at one address by different releases. */
interface Served {
  readonly race: TestRace;
  readonly url: string;
  serve(options?: { readonly pageRoot?: string }): Promise<TestWeb>;
}

async function openServed(): Promise<Served> {
  const race = await openRace();
  const runners = buildField(6).map((runner, i) =>
    Object.assign({}, runner, { overrideTime: `01:0${i}:00` }),
  );
  await race.store.replaceRunners(runners, { by: 'test' });
  await changeSettings(race.store, () => ({ ...buildConfig(), pageTitle: 'Ras Beca' }), 'test');
  const port = await reservePort();
  return {
    race,
    url: `http://127.0.0.1:${port}`,
    serve: ({ pageRoot = BUILT_PAGE } = {}) =>
      startWeb({ ...race, pageRoot, settings: { PORT: String(port) } }),
  };
}

/** A browser with an active service worker and a stored race. */
async function visit(url: string): Promise<BrowserContext> {
  const { page } = await openPage(browser, { serviceWorkers: 'allow' });
  await page.goto(url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await untilControlled(page);
  // Written after the race is in the database.
  await expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name), STORAGE_KEYS.race))
    .not.toBe(null);
  await page.reload();
  await page.getByTestId('connection').getByText('Live').waitFor();
  return page.context();
}

async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** The cached addresses, by cache. */
function listKept(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const kept: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return kept;
  });
}

/** The addresses of pictures on the page that are still missing, or could not be loaded. */
function listBrokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src),
  );
}

/** The main script of the document, which differs between releases. */
function readScript(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '');
}

function updateWorker(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
}

test('without a server, or behind a proxy that fails or is silent, the last results open with their age, also at another address', async () => {
  const served = await openServed();
  const web = await served.serve();
  const context = await visit(served.url);
  await web.stop();

  const page = await context.newPage();
  const answer = await page.goto(served.url);
  expect(answer?.fromServiceWorker()).toBe(true);
  await page.getByRole('heading', { name: 'Ras Beca' }).waitFor();
  await expect.poll(() => page.locator('[data-runner-id]').count()).toBe(LISTED);
  await page
    .getByTestId('connection')
    .getByText(/^Offline · /)
    .waitFor();
  await expect.poll(() => listBrokenPictures(page)).toEqual([]);
  await page.goto(`${served.url}/?tab=UB&lang=cy`);
  await page.getByRole('tab', { selected: true, name: 'Ultra' }).waitFor();

  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    // The second document is never answered.
    if (asked.filter((url) => url === '/').length < 2) response.writeHead(502).end('Bad gateway');
  });
  await new Promise<void>((resolve) =>
    proxy.listen(Number(new URL(served.url).port), '127.0.0.1', resolve),
  );
  for (const _ of ['fails', 'is silent']) {
    await page.goto(served.url);
    await page.getByRole('heading', { name: 'Ras Beca' }).waitFor();
    await expect.poll(() => page.locator('[data-runner-id]').count()).toBe(LISTED);
  }
  expect(asked.filter((url) => url === '/')).toHaveLength(2);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await served.serve();
  await page.getByTestId('connection').getByText('Live').waitFor();
});

test('[IN6] nothing of the organisers is cached, and their screens need the server', async () => {
  const served = await openServed();
  const web = await served.serve();
  const context = await visit(served.url);
  const page = await context.newPage();
  for (const path of ['/login', '/admin']) {
    const answer = await page.goto(served.url + path);
    expect([path, answer?.fromServiceWorker()]).toEqual([path, false]);
    await page.locator('h1, h2').first().waitFor();
  }
  await page.evaluate(() => fetch('/apiadmin'));
  const organisers = listOrganisersParts();
  expect(organisers.length).toBeGreaterThan(4);
  const kept = Object.values(await listKept(page)).flat();
  expect(kept.filter((path) => organisers.includes(path))).toEqual([]);
  expect(kept.filter((path) => !/^\/(?:assets\/|logo\.png$|background\.jpg$)/.test(path))).toEqual(
    [],
  );
  expect(kept.some((path) => path.startsWith('/assets/SplitsDialog-'))).toBe(true);

  await web.stop();
  await expect(page.goto(`${served.url}/admin`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('another release, even an older one, is used by the next page, and open pages still load their parts', async () => {
  const served = await openServed();
  const other = buildOtherRelease();
  const first = await served.serve();
  const context = await visit(served.url);
  // Without a socket it learns of no other build, for which it would reload.
  const old = await context.newPage();
  await old.routeWebSocket(/socket/, (socket) => socket.close());
  await old.goto(served.url);
  await old.getByRole('heading', { name: 'Ras Beca' }).waitFor();
  const scripts = [await readScript(old)];
  const part = Object.values(await listKept(old))
    .flat()
    .find((path) => /^\/assets\/SplitsDialog-.*\.js$/.test(path));
  await first.stop();

  for (const pageRoot of [other, BUILT_PAGE]) {
    const web = await served.serve({ pageRoot });
    const page = await context.newPage();
    // If a busy server is slower than the worker's patience, the old document opens.
    await eventually(async () => {
      await page.goto(served.url, { waitUntil: 'domcontentloaded' });
      expect(await readScript(page)).not.toBe(scripts.at(-1));
    });
    await page.getByTestId('connection').getByText('Live').waitFor();
    await expect.poll(() => listBrokenPictures(page)).toEqual([]);
    scripts.push(await readScript(page));
    await updateWorker(page);
    await untilControlled(page);
    await expect
      .poll(async () => Object.values(await listKept(page)).flat())
      .toContain(findShell(pageRoot));
    // As a string, since the test runner rewrites imports.
    const found = await old.evaluate(`import('${part}').then((part) => Object.keys(part).length)`);
    expect(found).toBeGreaterThan(0);
    await web.stop();
    await page.close();
  }
  expect(scripts[1]).not.toBe(scripts[0]);
  expect(scripts[2]).toBe(scripts[0]);

  const page = await context.newPage();
  await page.goto(served.url);
  await page.getByRole('heading', { name: 'Ras Beca' }).waitFor();
  await expect.poll(() => page.locator('[data-runner-id]').count()).toBe(LISTED);
});
