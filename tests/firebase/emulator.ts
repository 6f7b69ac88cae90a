import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { TestProject } from 'vitest/node';

import { CACHE_DIR, createSteps } from '#server/bootstrap/launcher.mjs';
import { runNpm } from '#server/bootstrap/setup.mjs';
import { withLock } from '#server/system/lock.mjs';

import { reservePort } from '../support/free-port.ts';
import { startProcess, type TestProcess } from '../support/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** As FIREBASE_AUTH_EMULATOR_HOST wants it. */
    authEmulator: string;
  }
}

/** The last major version for Node 20. It is far too large to be a dependency. */
const VERSION = '15.34.2';
const FOLDER = join(CACHE_DIR, 'firebase-tools');
const PROGRAM = join(FOLDER, 'node_modules/firebase-tools/lib/bin/firebase.js');
/** Written last, so that an interrupted installation is repeated. */
const STAMP = join(FOLDER, '.installed');
/** The prefix marks emulated projects; nothing else may use the emulator. */
export const EMULATED_PROJECT = 'demo-splitcast';
const POLL_MS = 200;

/** Before all tests (`globalSetup`): Firebase's Auth emulator, which needs neither Java nor the internet. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const steps = createSteps(process.stdout);
  await withLock(join(CACHE_DIR, 'firebase-tools.lock'), async () => {
    if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === VERSION) return;
    await steps.during(`Installing firebase-tools ${VERSION} (250 MB)`, install);
  });
  const port = await reservePort();
  const folder = join(FOLDER, `emulator-${port}`);
  const emulator = await steps.during('Starting the Auth emulator', () => start(port, folder));
  project.provide('authEmulator', `127.0.0.1:${port}`);
  return async () => {
    await emulator.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
}

async function install(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const manifest = { private: true, dependencies: { 'firebase-tools': VERSION } };
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  await runNpm(['install', '--ignore-scripts'], FOLDER, 'firebase-tools');
  writeFileSync(STAMP, VERSION);
}

async function start(port: number, folder: string): Promise<TestProcess> {
  const host = '127.0.0.1';
  const emulators = {
    auth: { host, port },
    hub: { host, port: await reservePort() },
    logging: { host, port: await reservePort() },
    ui: { enabled: false },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const options = ['--only=auth', `--project=${EMULATED_PROJECT}`, '--config=firebase.json'];
  const emulator = startProcess(process.execPath, [PROGRAM, 'emulators:start', ...options], {
    cwd: folder,
    // It would look for the user's credentials and settings, and for newer versions.
    env: { HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true', NO_UPDATE_NOTIFIER: '1' },
  });
  let hasEnded = false;
  void emulator.exitCode.then(() => (hasEnded = true));
  while (!(await isReady(port))) {
    if (hasEnded) throw new Error(`The Auth emulator has ended:\n${emulator.output}`);
    await delay(POLL_MS);
  }
  return emulator;
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    return answer.ok && (await answer.text()).includes('"authEmulator"');
  } catch {
    return false;
  }
}
