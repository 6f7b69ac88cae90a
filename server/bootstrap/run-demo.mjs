import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Failure } from './failure.mjs';
import { keepService } from './keep-service.mjs';
import { withLock } from './lock.mjs';
import { prepare } from './prepare.mjs';
import { exitStatusOf, startProgram } from './program.mjs';
import { CACHE_DIR, PROJECT_DIR } from './project.mjs';
import { discardLeftover } from './redis/shut-down.mjs';
import { runLauncher } from './run-launcher.mjs';
import { sayWhereDataIs } from './say-where-data-is.mjs';
import { loadSettings } from './settings.mjs';
import { createSteps } from './steps.mjs';
import { listenForStop } from './stop-request.mjs';

const DEMO_DIR = join(PROJECT_DIR, '.data', 'demo');
const DEFAULTS = { DATA_DIR: DEMO_DIR, RACE_KEY: 'demo', PORT: '3000', SPEED: '30' };
const POLL_MS = 200;

/** `npm run demo`: the service, and an invented race that is run through it live. */
export async function runDemo() {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    const settings = loadSettings(DEFAULTS);
    const { SPEED: speed, PORT: port } = settings.env;
    requireNumber('SPEED', speed, 0.1, 10_000, 'how many times faster than real time');
    requireNumber('PORT', port, 1, 65_535, 'the port the page is served on');

    const { env, release } = await withLock(join(CACHE_DIR, 'demo.lock'), async () => {
      if (settings.dataDir === DEMO_DIR) await clearDemoFolder();
      return prepare(settings, steps);
    });
    sayWhereDataIs(settings, env, steps);

    const service = keepService([], { env, label: 'service' }, steps);
    const running = new Set([service]);
    const stop = listenForStop(() => running, steps);
    try {
      const serviceEnded = service.ended.finally(() => running.delete(service));
      const isReady = await Promise.race([
        waitUntilServed(`http://${reachableHost(env)}:${port}/readyz`, stop.signal),
        serviceEnded.then(() => false),
      ]);
      if (isReady) {
        steps.say(`The race runs at ${speed} times real time: http://localhost:${port}`);
        const replay = startProgram('demo', [], { env, label: 'replay' });
        running.add(replay);
        void serviceEnded.then(() => replay.send('SIGTERM'));
        const status = exitStatusOf(await replay.ended.finally(() => running.delete(replay)));
        if (!stop.made && running.has(service)) {
          const outcome = status === 0 ? 'is over' : `failed with status ${status}`;
          steps.say(`The replay ${outcome}; the page stays up until Ctrl-C`);
        }
      }
      const end = await serviceEnded;
      return stop.made && end.signal !== 'SIGKILL' ? (end.code ?? 0) : exitStatusOf(end);
    } finally {
      await release();
      stop.dispose();
    }
  });
}

/** A demo starts from nothing; only its own default folder is ever removed. */
async function clearDemoFolder() {
  if (!(await discardLeftover(join(DEMO_DIR, 'redis')))) {
    throw new Failure(
      `A demo already runs on ${DEMO_DIR}.`,
      'End it with Ctrl-C first, or run this one with another DATA_DIR and PORT.',
    );
  }
  rmSync(DEMO_DIR, { recursive: true, force: true });
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} true once it answers 200, false when the signal is aborted first
 */
async function waitUntilServed(url, signal) {
  while (!signal.aborted) {
    try {
      const response = await fetch(url, { signal });
      await response.arrayBuffer();
      if (response.ok) return true;
    } catch {
      // Nobody listens yet. Should the service give up it ends, and with it this waiting.
    }
    await delay(POLL_MS);
  }
  return false;
}

/** @param {import('./find-binary.mjs').Environment} env */
function reachableHost({ HOST: host = '0.0.0.0' }) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * @param {string} name
 * @param {string | undefined} given
 * @param {number} min
 * @param {number} max
 * @param {string} meaning
 */
function requireNumber(name, given = '', min, max, meaning) {
  const value = /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new Failure(
      `${name} is ${JSON.stringify(given)}, but must be a number from ${min} to ${max}: ${meaning}.`,
      `Set ${name} to such a number, or leave it out.`,
    );
  }
}
