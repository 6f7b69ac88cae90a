import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { compressFiles } from '../system/compressed-forms.mjs';
import { codeOf } from '../system/errors.mjs';
import { withLock } from '../system/lock.mjs';
import { installDependencies } from './dependencies.mjs';
import { createSteps, Failure, runLauncher } from './launcher.mjs';
import { keepToolLog, runTool } from './run-tool.mjs';
import { CACHE_DIR, PROJECT_DIR } from './settings.mjs';

const STAMP = '.sources';
const BUILD_PREFIX = 'build-';

/**
 * What is built, from what, and how.
 * @typedef {object} BuildPlan
 * @property {string} outDir
 * @property {string} workDir for the lock and for builds in the making; on the disk of `outDir`
 * @property {() => string} hashSources
 * @property {(folder: string) => Promise<void>} compile writes the build into the folder
 */

/** @type {BuildPlan} */
const APP = {
  outDir: join(PROJECT_DIR, 'dist'),
  workDir: CACHE_DIR,
  hashSources: () =>
    hashContent(
      PROJECT_DIR,
      ['client', 'server', 'shared', 'package.json', 'package-lock.json', 'tsconfig.json'],
      ['server/bootstrap'],
    ),
  compile: compileApp,
};

/** `npm run build`: brings `dist/` up to date. */
export async function runBuild() {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    if (!(await buildApp(steps))) steps.say('dist/ is up to date');
    return 0;
  });
}

/**
 * Builds `dist/` unless it is up to date with the sources.
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<boolean>} whether it had to
 */
export async function buildApp(steps) {
  return buildIfStale(APP, steps);
}

/**
 * Builds aside and moves the result into place at once: `outDir` never holds a half-done build, and
 * of several launchers one builds while the others wait.
 * @param {BuildPlan} plan
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<boolean>} whether it had to
 */
export async function buildIfStale(plan, steps) {
  if (isFresh(plan)) return false;
  return withLock(
    join(plan.workDir, 'build.lock'),
    async () => {
      if (isFresh(plan)) return false;
      await steps.during('Building the page and the service', () => build(plan));
      return true;
    },
    { onWait: () => steps.say('Waiting for another command that builds') },
  );
}

/** @param {BuildPlan} plan */
async function build({ outDir, workDir, hashSources, compile }) {
  removeLeftovers(workDir);
  const folder = mkdtempSync(join(workDir, BUILD_PREFIX));
  const built = join(folder, 'new');
  mkdirSync(built);
  try {
    // Taken before compiling: a later change makes the next start build again.
    writeFileSync(join(built, STAMP), hashSources());
    await compile(built);
    moveAway(outDir, join(folder, 'old'));
    renameSync(built, outDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {BuildPlan} plan */
function isFresh({ outDir, hashSources }) {
  try {
    return readFileSync(join(outDir, STAMP), 'utf8') === hashSources();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Removes the leftovers of killed builds; the caller holds the lock.
 * @param {string} workDir
 */
function removeLeftovers(workDir) {
  for (const name of readdirSync(workDir)) {
    if (name.startsWith(BUILD_PREFIX) && name !== 'build.lock') {
      rmSync(join(workDir, name), { recursive: true, force: true });
    }
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function moveAway(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * The page and the service, for production whatever the caller's environment is for: made for development the page
 * has another kind of elements, of which the service could draw no first screen.
 * @param {string} folder
 */
export async function compileApp(folder) {
  const vite = join(PROJECT_DIR, 'node_modules', 'vite', 'bin', 'vite.js');
  const results = await Promise.all(
    ['client', 'server'].map((part) =>
      runTool(
        process.execPath,
        [
          vite,
          'build',
          '--config',
          join(PROJECT_DIR, part, 'vite.config.ts'),
          '--outDir',
          join(folder, part),
          '--emptyOutDir',
        ],
        { cwd: PROJECT_DIR, env: { ...process.env, NODE_ENV: 'production' } },
      ),
    ),
  );
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) await compressFiles(join(folder, 'client'));
  else {
    const log = keepToolLog('build', failed.map(({ output }) => output).join('\n'));
    throw new Failure(
      'The page and the service could not be built: vite build failed.',
      `Correct what ${log} names and run it again.`,
    );
  }
}

/**
 * A hash over the files' paths and contents, ignoring their dates. Links and hidden files do not
 * count.
 * @param {string} root
 * @param {readonly string[]} names files and folders in it
 * @param {readonly string[]} [except] paths in it that do not count
 * @returns {string}
 */
export function hashContent(root, names, except = []) {
  const hash = createHash('sha256');
  for (const path of names.flatMap((name) => listFiles(root, name, except))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @param {readonly string[]} except
 * @returns {string[]}
 */
function listFiles(root, path, except) {
  if (except.includes(path)) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => entry.name)
    .toSorted()
    .flatMap((name) => listFiles(root, `${path}/${name}`, except));
}
