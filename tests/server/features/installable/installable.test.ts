import sharp from 'sharp';
import { expect, test } from 'vitest';

import { ICONS } from '#server/features/installable/installable-routes.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

interface Manifest {
  readonly name: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string }[];
}

async function readManifest(port: number): Promise<Manifest> {
  return JSON.parse((await ask(port, '/manifest.webmanifest')).text) as Manifest;
}

/** The colours along the middle row of an icon, as `r,g,b`, with their pixels. */
async function readColours(bytes: Buffer): Promise<Map<string, number>> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = Math.floor(info.height / 2) * info.width * 3;
  const counts = new Map<string, number>();
  for (let x = 0; x < info.width; x += 1) {
    const colour = data.subarray(row + x * 3, row + x * 3 + 3).join(',');
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

const GREEN = { r: 9, g: 107, b: 69 };

test('the installed page has the title and logo of the race', async () => {
  const race = await openRace();
  const { port } = await startWeb(race);
  await changeSettings(
    race.store,
    (config) => ({ ...config, pageTitle: 'Ras Beca 2026, Mynachlog-ddu' }),
    'x',
  );
  const create = { width: 400, height: 100, channels: 3, background: GREEN } as const;
  const logo = await sharp({ create }).png().toBuffer();
  const { pictureVersion } = await race.store.pictures.put('logo', logo, 'x');
  const manifest = await eventually(async () => {
    const read = await readManifest(port);
    expect(read.icons[0]?.src).toBe(`/icon-192.png?v=${pictureVersion}`);
    return read;
  });
  expect(manifest).toMatchObject({
    name: 'Ras Beca 2026, Mynachlog-ddu',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);

  const shares: Record<string, number> = {};
  for (const [path, { side }] of Object.entries(ICONS)) {
    const icon = await ask(port, `${path}?v=${pictureVersion}`);
    expect(icon.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(icon.bytes).metadata()).toMatchObject({ width: side, hasAlpha: false });
    const colours = await readColours(icon.bytes);
    shares[path] = (colours.get('9,107,69') ?? 0) / side;
    // The logo, and the margin around it if there is one.
    expect([...colours.keys()].toSorted()).toEqual(
      path === '/favicon.png' ? ['9,107,69'] : ['255,255,255', '9,107,69'],
    );
  }
  // A phone's mask leaves a circle of 0.8, which holds a square of 0.566.
  expect(shares['/icon-maskable.png']).toBeLessThanOrEqual(0.566);
  expect(shares['/icon-512.png']).toBeGreaterThan(0.8);
  const described = await ask(port, '/manifest.webmanifest');
  expect(described.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
});
