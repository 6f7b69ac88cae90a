import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { CACHE_DIR } from './settings.mjs';
import { runTest } from './run-test.mjs';

/**
 * `npm run gallery`: a picture of every screen in each of its states, on a phone and a desk, light
 * and dark, and one page that shows them all. The gallery tests take them while they check.
 */
export async function runGallery() {
  const folder = join(CACHE_DIR, 'gallery');
  rmSync(folder, { recursive: true, force: true });
  process.env['GALLERY_FOLDER'] = folder;
  await runTest(['tests/e2e/gallery']);
  process.stdout.write(`The pictures are in ${join(folder, 'index.html')}\n`);
}
