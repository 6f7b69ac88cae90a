import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTempFolder } from '#tests/support/temp-folder.ts';

/** The page as `npm run build` leaves it. */
export const BUILT_PAGE = join(import.meta.dirname, '../../../dist/client');

/** A copy of the built page as another release: the same files, renamed, with all references. */
export function buildOtherRelease(): string {
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

const ORGANISERS =
  /^(?:organisers|features\/(?:accounts|changes|import|missing|pictures|registration|settings|sign-in))\//;

export function listOrganisersParts(): string[] {
  const text = readFileSync(join(BUILT_PAGE, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, { readonly file: string }>;
  return Object.entries(manifest)
    .filter(([source]) => ORGANISERS.test(source))
    .map(([, { file }]) => `/${file}`);
}

/** The address of a release's document, which is one of its files. */
export function findShell(pageRoot: string): string {
  const shell = readdirSync(join(pageRoot, 'assets')).find((name) => name.startsWith('shell-'));
  return `/assets/${shell}`;
}
