import { RaceStore } from '#server/store/race-store.ts';
import { createLogger } from '#server/observe/logger.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { findFreePort } from '#server/system/free-port.mjs';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import type { TestProcess } from '#tests/support/process.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { redisAt } from '#tests/support/redis-at.ts';

/** A read as a foreign scanner publishes it; `time` in ms since 1970. */
export interface PublishedRead {
  readonly bandID: string;
  readonly point: string;
  readonly timeMs: number;
}

/** A real service on a real Redis, with the means to let a race happen. */
export interface RaceOnShow {
  readonly url: string;
  readonly port: number;
  readonly redisUrl: string;
  readonly store: RaceStore;
  readonly web: TestProcess;
  /** Replaces the runners and sets the settings. */
  stage(runners: readonly Runner[], config?: Partial<RaceConfig>): Promise<void>;
  configure(config: Partial<RaceConfig>): Promise<void>;
  publish(read: PublishedRead): Promise<void>;
  /** Another instance of the service on the same race; ended with the rest. */
  startAnother(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built service on a port of its own; `settings` as the environment has them. */
export async function startRaceOnShow(
  redisUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RaceOnShow> {
  const raceKey = uniqueRaceKey();
  const store = new RaceStore(redisAt(redisUrl), raceKey, createLogger('silent'));
  await store.connect();
  // It reconnects by itself; a publish that fails meanwhile fails the test that made it.
  const publisher = await connectRedis(redisUrl);
  const processes: TestProcess[] = [];

  const startWeb = async (): Promise<{ web: TestProcess; port: number }> => {
    const port = await findFreePort();
    const web = startBuiltProgram('main', [], {
      env: {
        REDIS_URL: redisUrl,
        RACE_KEY: raceKey,
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        ...settings,
      },
    });
    processes.push(web);
    await eventually(async () => {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (!ready.ok) throw new Error(`not ready: ${ready.status}`);
    });
    return { web, port };
  };

  const { web, port } = await startWeb();
  const configure = async (config: Partial<RaceConfig>): Promise<void> => {
    await store.saveConfig((current) => ({ ...current, ...config }), 'test');
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    redisUrl,
    store,
    web,
    configure,
    async stage(runners, config = {}) {
      await store.replaceRunners(runners, { by: 'test' });
      await configure({ ...buildConfig(), ...config });
    },
    async publish({ bandID, point, timeMs }) {
      const time = new Date(timeMs).toISOString();
      await publisher.publish(store.keys.scansChannel, JSON.stringify({ bandID, point, time }));
    },
    async startAnother() {
      const another = await startWeb();
      return `http://127.0.0.1:${another.port}`;
    },
    async stop() {
      publisher.destroy();
      store.close();
      await Promise.all(processes.map((each) => each.kill()));
    },
  };
}
