import { constrainedMemory, memoryUsage, platform, uptime, version } from 'node:process';
import { availableParallelism, freemem, totalmem } from 'node:os';

import { coursesOf } from '#shared/model/courses.ts';
import type { ServerConfig } from '#server/config/config.ts';
import { RELEASE } from '#server/config/release.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { RecentFaults } from '#server/observe/recent-figures.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';

import type { Health } from './health.ts';

export interface DiagnosticsParts {
  readonly config: ServerConfig;
  readonly store: RaceStore;
  readonly race: LiveRace;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly faults: RecentFaults;
}

/**
 * The content of a bug report (PROTOCOL.md HC2): releases, names of settings, counts, figures and problems. It must not
 * contain names or typed text: list every value, and pass on no object whole.
 */
export async function collectDiagnostics(parts: DiagnosticsParts): Promise<object> {
  const { config, store, race, health, metrics, faults } = parts;
  const { redis, workers, maxViewers, maxViewersPerAddress, trustProxy, logLevel } = config;
  const { sources, instances, database, backup, push, lately, notices } = health.describeInFull();
  return {
    about: 'Splitcast diagnostics for a bug report. Without names, addresses and passwords.',
    madeAt: new Date().toISOString(),
    release: RELEASE,
    node: version,
    redis: {
      release: await readRedisRelease(store),
      servers: redis.form,
      isEncrypted: redis.tls !== undefined,
    },
    machine: {
      platform,
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
      limitBytes: constrainedMemory(),
      diskFreeBytes: database.freeBytes,
    },
    process: { upSeconds: Math.round(uptime()), memory: memoryUsage() },
    settings: {
      given: config.settings,
      values: {
        workers,
        maxViewers,
        maxViewersPerAddress,
        trustProxy,
        logLevel,
        auth: config.auth.provider,
        waitReplicas: redis.waitReplicas,
      },
    },
    race: {
      runners: race.runnerCount,
      scans: race.scanCount,
      listed: race.standings.size,
      distances: coursesOf(race.config).events.length,
      corrections: race.reads.corrections.all.length,
      timeZone: race.config.timeZone,
    },
    sources: sources.map(({ heardMs, isSilent, lastReadMs, unsent }) => {
      return { heardMs, isSilent, lastReadMs, unsent };
    }),
    instances,
    backup,
    push,
    lately,
    notices: countKinds(notices),
    health: health.describe(),
    faults: faults.list(),
    metrics: (await metrics.render()).split('\n').filter((line) => !/^(#|$)/.test(line)),
  };
}

/** Undefined without a connection: the file must work then, too. */
async function readRedisRelease({ upkeep, isConnected }: RaceStore): Promise<string | undefined> {
  return isConnected ? upkeep.readRelease() : undefined;
}

function countKinds(notices: readonly { readonly kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of notices) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
