import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from '../system/lock.mjs';
import { exitStatusOf, keepService, passOnShutdown, startProgram } from './program.mjs';
import { CACHE_DIR, createSteps, Failure, loadSettings, runLauncher } from './launcher.mjs';
import { prepare, sayWhereDataIs } from './start.mjs';

const DEFAULTS = { PORT: '3000', SPEED: '1' };

/** `npm run demo`: the service with an invented race that runs live. */
export async function runDemo() {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    const given = loadSettings(DEFAULTS);
    // Never the data of a race: always a folder and a Redis of its own.
    const dataDir = join(given.dataDir, 'demo');
    const own = { DATA_DIR: dataDir, RACE_KEY: 'demo', BACKUP_DIR: 'off', READERS: 'on' };
    const settings = { env: { ...given.env, ...own }, dataDir, redisUrl: undefined };
    const { SPEED: speed, PORT: port } = given.env;
    if (!(Number(speed) >= 0.1 && Number(speed) <= 10_000)) {
      throw new Failure(
        `SPEED is ${JSON.stringify(speed)}, but must be a number from 0.1 to 10000, times real time.`,
        'Set SPEED to such a number, or leave it out.',
      );
    }
    const prepareOnce = () => prepareRace(settings, steps);
    const prepared = await withLock(join(CACHE_DIR, 'demo.lock'), prepareOnce);
    const { env, release } = prepared;
    sayWhereDataIs(settings, steps);

    const service = keepService([], { env }, steps);
    /** @type {Set<import('./program.mjs').Program>} */
    const running = new Set([service]);
    const shutdown = passOnShutdown(() => running, steps);
    try {
      const serviceEnded = service.ended.finally(() => running.delete(service));
      if (await Promise.race([service.serves, serviceEnded.then(() => false)])) {
        const pace = Number(speed) === 1 ? 'live' : `at ${speed} times real time`;
        steps.say(`The race runs ${pace}: http://localhost:${port}`);
        const replay = startProgram('demo', [], { env });
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
 * Starts from nothing: the last demo is removed.
 * @param {import('./launcher.mjs').Settings} settings
 * @param {import('./launcher.mjs').Steps} steps
 */
async function prepareRace(settings, steps) {
  const { dataDir } = settings;
  if (existsSync(join(dataDir, 'redis'))) {
    const { release } = await prepare(settings, steps);
    if (!(await release())) {
      throw new Failure(
        `A demo already runs on ${dataDir}.`,
        'End it with Ctrl-C first, or run this one with another DATA_DIR and PORT.',
      );
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
  return prepare(settings, steps);
}
