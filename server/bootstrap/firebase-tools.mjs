import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from './failure.mjs';
import { withLock } from '../system/lock.mjs';
import { CACHE_DIR } from './project.mjs';
import { runTool } from './run-tool.mjs';
import { keepToolLog } from './tool-log.mjs';

/** The last line that runs on Node 20. It is far too large to be a dependency. */
const VERSION = '15.34.2';

/** Where it is installed, and where its emulator keeps its files. */
export const FIREBASE_DIR = join(CACHE_DIR, 'firebase-tools');

/** The program, once it is installed. */
export const FIREBASE_PROGRAM = join(
  FIREBASE_DIR,
  'node_modules',
  'firebase-tools',
  'lib',
  'bin',
  'firebase.js',
);

/** Written last, so an installation that broke off is done again. */
const STAMP = join(FIREBASE_DIR, '.installed');

/**
 * Installs firebase-tools from the npm registry into the cache folder, unless it is there.
 * @param {import('./steps.mjs').Steps} steps
 */
export async function installFirebaseTools(steps) {
  if (isInstalled()) return;
  const onWait = () => steps.say('Waiting for another command that installs firebase-tools');
  await withLock(
    join(CACHE_DIR, 'firebase-tools.lock'),
    async () => {
      if (isInstalled()) return;
      await steps.during(`Installing firebase-tools ${VERSION} (250 MB)`, install);
    },
    { onWait },
  );
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === VERSION;
}

async function install() {
  rmSync(FIREBASE_DIR, { recursive: true, force: true });
  mkdirSync(FIREBASE_DIR, { recursive: true });
  const manifest = { private: true, dependencies: { 'firebase-tools': VERSION } };
  writeFileSync(join(FIREBASE_DIR, 'package.json'), JSON.stringify(manifest));
  const npm = process.env['npm_execpath'];
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const args = [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { ok, output } = await runTool(command, args, { cwd: FIREBASE_DIR });
  if (!ok) {
    throw new Failure(
      'firebase-tools could not be installed: npm install failed.',
      `Check the network and the free disk space, then run it again; npm's words are in ${keepToolLog('firebase-tools', output)}.`,
    );
  }
  writeFileSync(STAMP, VERSION);
}
