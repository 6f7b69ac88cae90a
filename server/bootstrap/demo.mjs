import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from '../system/lock.mjs';
import { exitStatusOf, keepService, passOnShutdown, startProgram } from './program.mjs';
import {
  CACHE_DIR,
  createSteps,
  Failure,
  loadSettings,
  PROJECT_DIR,
  runLauncher,
} from './launcher.mjs';
import { prepare, runToEnd, sayWhereDataIs } from './start.mjs';

const DEMO_DIR = join(PROJECT_DIR, '.data', 'demo');
const DEFAULTS = {
  DATA_DIR: DEMO_DIR,
  RACE_KEY: 'demo',
  PORT: '3000',
  SPEED: '1',
  BACKUP_DIR: 'off',
};

/** `npm run demo`: the service with an invented race that runs live. */
export async function runDemo() {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    const settings = loadSettings(DEFAULTS);
    const { SPEED: speed, PORT: port } = settings.env;
    if (!(Number(speed) >= 0.1 && Number(speed) <= 10_000)) {
      throw new Failure(
        `SPEED is ${JSON.stringify(speed)}, but must be a number from 0.1 to 10000, times real time.`,
        'Set SPEED to such a number, or leave it out.',
      );
    }
    const prepareOnce = () => prepareRace(settings, steps);
    const prepared = await withLock(join(CACHE_DIR, 'demo.lock'), prepareOnce);
    if (!prepared) return 1;
    const { env, release } = prepared;
    sayWhereDataIs(settings, steps);

    const service = keepService([], { env, label: 'service' }, steps);
    /** @type {Set<import('./program.mjs').Program>} */
    const running = new Set([service]);
    const shutdown = passOnShutdown(() => running, steps);
    try {
      const serviceEnded = service.ended.finally(() => running.delete(service));
      if (await Promise.race([service.serves, serviceEnded.then(() => false)])) {
        const pace = Number(speed) === 1 ? 'live' : `at ${speed} times real time`;
        steps.say(`The race runs ${pace}: http://localhost:${port}`);
        const replay = startProgram('demo', [], { env, label: 'replay' });
        running.add(replay);
        void serviceEnded.then(() => replay.send('SIGTERM'));
        const status = exitStatusOf(await replay.ended.finally(() => running.delete(replay)));
        if (!shutdown.stop.aborted && running.has(service)) {
          const outcome = status === 0 ? 'is over' : `failed with status ${status}`;
          steps.say(`The replay ${outcome}; the page stays up until Ctrl-C`);
        }
      }
      return exitStatusOf(await serviceEnded);
    } finally {
      await release();
      shutdown.dispose();
    }
  });
}

/**
 * Makes sure that the demo overwrites only its own data: in its own folder it starts from nothing, elsewhere it replaces
 * only a race that it made.
 * @param {import('./launcher.mjs').Settings} settings
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<import('./start.mjs').Prepared | undefined>} undefined if the race is not the demo's
 */
async function prepareRace(settings, steps) {
  const isOwnFolder = settings.redisUrl === undefined && settings.dataDir === DEMO_DIR;
  const isNew = isOwnFolder && !existsSync(join(DEMO_DIR, 'redis'));
  const prepared = await prepare(settings, steps);
  if (isNew) return prepared;
  const { env, release } = prepared;
  const args = isOwnFolder ? ['--check', '--all'] : ['--check'];
  const check = { env, release: async () => true };
  const isAllowed = (await runToEnd(check, steps, () => startProgram('demo', args, { env }))) === 0;
  if (isAllowed && !isOwnFolder) return prepared;
  if (isAllowed) steps.say('The demo starts over: the race of the last one is removed');
  const hasEnded = await release();
  if (!isAllowed) return undefined;
  if (!hasEnded) {
    throw new Failure(
      `A demo already runs on ${DEMO_DIR}.`,
      'End it with Ctrl-C first, or run this one with another DATA_DIR and PORT.',
    );
  }
  clearDemoFolder();
  return prepare(settings, steps);
}

/** Removes the files of the demo, except for journals of other scanners. */
function clearDemoFolder() {
  const journals = join(DEMO_DIR, 'scanner');
  const sources = existsSync(journals) ? readdirSync(journals) : [];
  for (const path of [
    join(DEMO_DIR, 'redis'),
    join(DEMO_DIR, 'demo'),
    ...sources.filter((name) => name.startsWith('demo-')).map((name) => join(journals, name)),
  ]) {
    rmSync(path, { recursive: true, force: true });
  }
}
