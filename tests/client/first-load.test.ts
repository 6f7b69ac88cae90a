import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

import type { Manifest } from 'vite';
import { beforeAll, expect, test } from 'vitest';

const MOST_KB = 137;
/** With what a page at rest fetches ahead. */
const MOST_AHEAD_KB = 140.5;
/** The part that a page at rest fetches ahead, which is not needed to use it. */
const FETCHED_AHEAD = 'features/results/SplitsDialog.tsx';

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
  const ahead = filesOf(manifest, FETCHED_AHEAD, new Set(first));
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
