import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { findFreePort } from '../system/free-port.mjs';
import { withLock } from '../system/lock.mjs';
import { Failure } from './launcher.mjs';
import { keepToolLog, runTool } from './run-tool.mjs';
import { CACHE_DIR, PROJECT_DIR } from './settings.mjs';

/** The last line of versions that runs on Node 20. It is far too large to be a dependency. */
const VERSION = '15.34.2';

/** Where it is installed, and where its emulator keeps its files. */
const FIREBASE_DIR = join(CACHE_DIR, 'firebase-tools');

const FIREBASE_PROGRAM = join(
  FIREBASE_DIR,
  'node_modules',
  'firebase-tools',
  'lib',
  'bin',
  'firebase.js',
);

/** Written last, so that an interrupted installation is repeated. */
const STAMP = join(FIREBASE_DIR, '.installed');

/**
 * Installs firebase-tools from the npm registry into the cache folder, unless it is there.
 * @param {import('./launcher.mjs').Steps} steps
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

/** The prefix marks emulated projects; nothing else may use the emulator. */
export const EMULATED_PROJECT = 'demo-splitcast';

/** Half a minute on an idle machine of two cores; far more when it is busy. */
const START_MS = 240_000;
const POLL_MS = 200;
const STOP_MS = 10_000;

/**
 * A running Firebase Auth emulator.
 * @typedef {import('./program.mjs').Program & { host: string, stop: () => Promise<void> }}
 * AuthEmulator `host`: as FIREBASE_AUTH_EMULATOR_HOST wants it
 */

/**
 * Starts the emulator on free ports. It needs neither Java nor the internet, and ends by itself
 * if the launcher is killed.
 * @returns {Promise<AuthEmulator>}
 */
export async function startAuthEmulator() {
  const [auth, hub, logging] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const host = '127.0.0.1';
  const folder = join(FIREBASE_DIR, `emulator-${auth}`);
  mkdirSync(folder, { recursive: true });
  const config = {
    emulators: {
      auth: { host, port: auth },
      hub: { host, port: hub },
      logging: { host, port: logging },
      ui: { enabled: false },
    },
  };
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(config));
  const emulator = launch(folder);
  try {
    await waitUntilReady(`http://${host}:${auth}/`, emulator, join(folder, 'output.log'));
  } catch (error) {
    emulator.send('SIGKILL');
    throw error;
  }
  return { ...emulator, host: `${host}:${auth}`, stop: () => stop(emulator, folder) };
}

/**
 * @param {string} folder for its settings, its log and all else it likes to write
 * @returns {import('./program.mjs').Program}
 */
function launch(folder) {
  const follow = new URL('follow-launcher.mjs', import.meta.url).href;
  const log = openSync(join(folder, 'output.log'), 'w');
  const child = spawn(
    process.execPath,
    [
      '--import',
      follow,
      FIREBASE_PROGRAM,
      'emulators:start',
      '--only=auth',
      `--project=${EMULATED_PROJECT}`,
      '--config=firebase.json',
    ],
    {
      cwd: folder,
      // It would look for the user's credentials and settings, and for newer versions.
      env: {
        ...process.env,
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        CI: 'true',
        NO_UPDATE_NOTIFIER: '1',
      },
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);
  return {
    ended: new Promise((resolve) => {
      child.once('error', () => resolve({ code: 1, signal: null }));
      child.once('close', (code, signal) => resolve({ code, signal }));
    }),
    send: (signal) => void child.kill(signal),
  };
}

/**
 * @param {string} url
 * @param {import('./program.mjs').Program} emulator
 * @param {string} log
 */
async function waitUntilReady(url, emulator, log) {
  let hasEnded = false;
  void emulator.ended.then(() => (hasEnded = true));
  const deadlineMs = performance.now() + START_MS;
  while (!(await isReady(url))) {
    if (hasEnded || performance.now() > deadlineMs) {
      throw new Failure(
        `The Auth emulator ${hasEnded ? 'ended at once' : `did not start in ${START_MS / 1_000} s`}.`,
        `See what it printed in ${relative(PROJECT_DIR, log)}.`,
      );
    }
    await delay(POLL_MS);
  }
}

/** @param {string} url */
async function isReady(url) {
  try {
    const answer = await fetch(url);
    return answer.ok && (await answer.text()).includes('"authEmulator"');
  } catch {
    return false;
  }
}

/**
 * @param {import('./program.mjs').Program} emulator
 * @param {string} folder
 */
async function stop(emulator, folder) {
  const timer = setTimeout(() => emulator.send('SIGKILL'), STOP_MS);
  emulator.send('SIGTERM');
  await emulator.ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
}
