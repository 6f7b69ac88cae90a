import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

import type { Manifest } from 'vite';
import { beforeAll, expect, test } from 'vitest';

const MOST_KB = 137;
/** With what a page at rest fetches ahead. */
const MOST_AHEAD_KB = 140.5;
/** Of Greek or Cyrillic letters, where a name has some. */
const MOST_FURTHER_KB = 20;
const MOST_TYPE_KB = 40;
/** The parts that a page at rest fetches ahead, which are not needed to use it. */
const FETCHED_AHEAD = ['features/results/SplitsDialog.tsx', 'live/race-cache-writer.ts'];

let folder: string;
let manifest: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'splitcast-page-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'client/vite.config.ts'];
  // In a process of its own: the test's own environment would give the development build of React.
  await promisify(execFile)(process.execPath, [...vite, '--outDir', folder, '--emptyOutDir'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  return () => rm(folder, { recursive: true });
});

/** The scripts and styles that must be there before this entry can run. */
function filesOf(manifest: Manifest, entry: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`the build has no ${entry}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found);
  return found;
}

async function brotliKb(folder: string, files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const content = await readFile(join(folder, file));
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    bytes += brotliCompressSync(content, { params }).length;
  }
  return bytes / 1000;
}

test(`[LK3] the page’s first load stays under ${MOST_KB} kB brotli`, async () => {
  const first = filesOf(manifest, 'index.html');
  const firstKb = await brotliKb(folder, first);
  const ahead = FETCHED_AHEAD.reduce(
    (files, part) => filesOf(manifest, part, files),
    new Set(first),
  );
  const aheadKb = await brotliKb(folder, ahead);
  process.stdout.write(
    `First load: ${firstKb.toFixed(1)} kB brotli of ${MOST_KB} (${aheadKb.toFixed(1)} of ${MOST_AHEAD_KB} with what is fetched ahead)\n`,
  );
  expect(firstKb).toBeGreaterThan(50);
  expect(firstKb).toBeLessThan(MOST_KB);
  expect(aheadKb).toBeLessThan(MOST_AHEAD_KB);
});

test('[LK4] the page names no other host and puts nothing inline that a strict policy blocks', async () => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  expect(html).not.toMatch(/https?:\/\//);
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/);
});

test(`the typeface comes from the page’s own host, fetched ahead, in less than ${MOST_TYPE_KB} kB`, async () => {
  const names = await readdir(join(folder, 'assets'));
  const faces = names.filter((name) => name.endsWith('.woff2'));
  const sizes = await Promise.all(
    faces.map(async (name) => {
      const { length } = await readFile(join(folder, 'assets', name));
      return { isLatin: name.startsWith('latin'), kb: length / 1000 };
    }),
  );
  const latinKb = sizes.reduce((sum, { isLatin, kb }) => sum + (isLatin ? kb : 0), 0);
  expect(latinKb).toBeGreaterThan(10);
  expect(latinKb).toBeLessThan(MOST_TYPE_KB);
  const others = sizes.filter(({ isLatin }) => !isLatin);
  expect(others).toHaveLength(2);
  expect(Math.max(...others.map(({ kb }) => kb))).toBeLessThan(MOST_FURTHER_KB);

  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const [ahead = ''] = /<link[^>]*rel="preload"[^>]*as="font"[^>]*>/.exec(html) ?? [];
  // A font is fetched as from another host; what is fetched ahead otherwise is fetched twice.
  expect(ahead).toContain('crossorigin');
  const [, href = ''] = /href="\/assets\/([^"]+)"/.exec(ahead) ?? [];
  expect(faces).toContain(href);
  const styles = names.filter((name) => name.endsWith('.css'));
  const texts = styles.map((name) => readFile(join(folder, 'assets', name), 'utf8'));
  expect((await Promise.all(texts)).join('')).toContain(href);
});
