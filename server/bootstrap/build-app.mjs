import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { hashContent } from './content-hash.mjs';
import { codeOf } from '../system/errors.mjs';
import { Failure } from './failure.mjs';
import { withLock } from '../system/lock.mjs';
import { CACHE_DIR, PROJECT_DIR } from './project.mjs';
import { runTool } from './run-tool.mjs';
import { keepToolLog } from './tool-log.mjs';

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

/**
 * Builds `dist/` unless it stands for the sources as they are.
 * @param {import('./steps.mjs').Steps} steps
 * @returns {Promise<boolean>} whether it had to
 */
export async function buildApp(steps) {
  return buildIfStale(APP, steps);
}

/**
 * Builds aside and puts the result in place in one go: a half-done build is never in
 * `outDir`, and of several launchers one builds while the others wait.
 * @param {BuildPlan} plan
 * @param {import('./steps.mjs').Steps} steps
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
    // Taken before compiling: what changes meanwhile makes the next start build again.
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
 * Removes what builds that were killed have left; the caller holds the lock.
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

/** @param {string} folder */
async function compileApp(folder) {
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
        { cwd: PROJECT_DIR },
      ),
    ),
  );
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) {
    const log = keepToolLog('build', failed.map(({ output }) => output).join('\n'));
    throw new Failure(
      'The page and the service could not be built: vite build failed.',
      `Correct what ${log} names and run it again.`,
    );
  }
}
