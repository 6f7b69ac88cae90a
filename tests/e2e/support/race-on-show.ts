import { parsePublishedRead } from '#server/store/published-reads.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { createLogger } from '#server/observe/logger.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { readWebPort, startBuiltWeb } from '#tests/support/built-program.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { redisAt } from '#tests/support/redis-at.ts';

/** A read as a foreign scanner publishes it; `time` in ms since 1970. */
export interface PublishedRead {
  readonly bandID: string;
  readonly point: string;
  readonly timeMs: number;
}

/** A real service on a real Redis, and ways to run a race on it. */
export interface RaceOnShow {
  readonly url: string;
  readonly port: number;
  readonly redisUrl: string;
  readonly store: RaceStore;
  /** Replaces runners and settings; resolves once they are served. */
  stage(runners: readonly Runner[], config?: Partial<RaceConfig>): Promise<void>;
  /** Resolves once the settings are served. */
  configure(config: Partial<RaceConfig>): Promise<void>;
  /** Resolves once the service has stored it, so that it cannot become a read of the next race. */
  publish(read: PublishedRead): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built service on a free port; `settings` are environment variables. */
export async function startRaceOnShow(
  redisUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RaceOnShow> {
  const raceKey = uniqueRaceKey();
  const store = new RaceStore(redisAt(redisUrl), raceKey, createLogger('silent'));
  await store.connect();
  const publisher = await connectRedis(redisUrl);
  const web = startBuiltWeb({ url: redisUrl, raceKey, settings });
  const port = await readWebPort(web);
  const url = `http://127.0.0.1:${port}`;
  /** Resolves once the service shows the record: a page must not open on another test's race. */
  const untilServed = async (): Promise<void> => {
    const { epoch, version } = await store.readHead();
    await eventually(async () => {
      const { headers } = await fetch(`${url}/api/compact`, { method: 'HEAD' });
      const [, shownEpoch = '', shown = 0] = /"(.+)-(\d+)"/.exec(headers.get('etag') ?? '') ?? [];
      if (!shownEpoch.startsWith(epoch) || Number(shown) < version)
        throw new Error(`shows ${shown} of ${version}`);
    });
  };
  const configure = async (config: Partial<RaceConfig>): Promise<void> => {
    await changeSettings(store, (current) => ({ ...current, ...config }), 'test');
    await untilServed();
  };
  return {
    url,
    port,
    redisUrl,
    store,
    configure,
    async stage(runners, config = {}) {
      await store.replaceRunners(runners, { by: 'test' });
      await configure({ ...buildConfig(), ...config });
    },
    async publish({ bandID, point, timeMs }) {
      const time = new Date(timeMs).toISOString();
      const message = JSON.stringify({ bandID, point, time });
      const read = parsePublishedRead(message, timeMs);
      if (!read.ok) throw new Error(read.error);
      const { scanId } = read.value.scan;
      await publisher.publish(store.keys.scansChannel, message);
      await eventually(
        async () => {
          const isStored = await publisher.hExists(store.keys.scans, scanId);
          if (!isStored) throw new Error(`${scanId} is not stored yet`);
        },
        { intervalMs: 2 },
      );
    },
    async stop() {
      publisher.destroy();
      store.close();
      await web.kill();
    },
  };
}
