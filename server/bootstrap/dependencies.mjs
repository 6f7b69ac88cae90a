import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { codeOf } from '../system/errors.mjs';
import { withLock } from '../system/lock.mjs';
import { Failure } from './launcher.mjs';
import { keepToolLog, runTool } from './run-tool.mjs';
import { CACHE_DIR, PROJECT_DIR } from './settings.mjs';

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */

/**
 * Installs the dependencies with `npm ci` unless node_modules holds what the lockfile asks for.
 * @param {import('./launcher.mjs').Steps} steps
 */
export async function installDependencies(steps) {
  if (isInstalled(PROJECT_DIR)) return;
  const onWait = () => steps.say('Waiting for another command that installs the dependencies');
  await withLock(
    join(CACHE_DIR, 'install.lock'),
    async () => {
      if (isInstalled(PROJECT_DIR)) return;
      await steps.during('Installing the dependencies (npm ci)', runNpmCi);
    },
    { onWait },
  );
}

/**
 * Whether every package of the lockfile is in node_modules at its version, by npm's own record
 * there. npm writes that last: after an interrupted installation it is missing.
 * @param {string} projectDir
 * @returns {boolean}
 */
export function isInstalled(projectDir) {
  const wanted = readPackages(join(projectDir, 'package-lock.json'));
  const present = readPackages(join(projectDir, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted)
    .filter(([path]) => path !== '')
    .every(([path, { version, optional }]) => {
      const found = present[path];
      return found ? found.version === version : optional === true;
    });
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined} undefined when there is no such file
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function runNpmCi() {
  const npm = process.env['npm_execpath'];
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // The build tools are development dependencies, also where NODE_ENV says production.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'];
  const { ok, output } = await runTool(command, args, { cwd: PROJECT_DIR });
  if (!ok) {
    throw new Failure(
      'The dependencies could not be installed: npm ci failed.',
      `Check the network and the free disk space, then run it again; npm's words are in ${keepToolLog('npm-ci', output)}.`,
    );
  }
}
