import type { AgentOptions } from 'node:https';

import { createApp } from './app.ts';
import type { ServerConfig } from './config/config.ts';
import { Health, type HealthTimes } from './features/health/health.ts';
import {
  type FirstScreenParts,
  FirstScreens,
  loadFirstScreen,
} from './features/first-screen/first-screens.ts';
import { PastRaces } from './features/past-races/past-races.ts';
import { ReaderProcesses } from './features/readers/reader-processes.ts';
import { PagePreviews } from './features/previews/page-previews.ts';
import { createHttpServer, OpenResponses } from './web/http-server.ts';
import { WebPush } from './features/push/web-push.ts';
import { listRoutes } from './list-routes.ts';
import { mountRoutes, prepareAnswers } from './web/routes.ts';
import { RunnerBodies } from './web/runner-bodies.ts';
import { createStaticFiles, type DescribePage } from './web/static-files.ts';
import { createIdentity } from './identity/create-identity.ts';
import type { PasswordHasher } from './identity/passwords.ts';
import { SessionGuard } from './identity/session-guard.ts';
import { createLogger } from './observe/logger.ts';
import { Metrics } from './observe/metrics.ts';
import { RaceFollower } from './race/follower.ts';
import { RaceForecasts } from './race/race-forecasts.ts';
import { PublicCorrections } from './race/public-corrections.ts';
import { createPublishedReadHandler } from './store/published-reads.ts';
import { ClockSuspicions } from './race/clock-suspicions.ts';
import { LiveRace } from './race/live-race.ts';
import { AdminFeed } from './web/sockets/admin-feed.ts';
import { ConnectionWatch } from './web/sockets/connection.ts';
import { PublicFeed } from './web/sockets/public-feed.ts';
import { PushPace } from './web/sockets/push-pace.ts';
import { createSocketServer } from './web/sockets/socket-server.ts';
import { RaceStore } from './store/race-store.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import { isOnThisMachine } from './config/redis-settings.ts';

/** All parts of a web instance, not yet started. */
export type ServerContext = Awaited<ReturnType<typeof createContext>>;

export interface ContextOptions {
  readonly pageRoot: string;
  /** The built scanner; without it no reader is run. */
  readonly scannerPath?: string | undefined;
  /** Replaces the renderer of first screens in the built page. */
  readonly firstScreen?: FirstScreenParts | undefined;
  /** Hashes passwords at a lower cost, for tests. */
  readonly hasher?: PasswordHasher;
  readonly healthTimes?: HealthTimes | undefined;
  /** Connection options for a push service with a certificate of its own. */
  readonly pushAgent?: AgentOptions | undefined;
}

/** The composition root. */
export async function createContext(
  config: ServerConfig,
  { pageRoot, scannerPath, firstScreen, hasher, healthTimes, pushAgent }: ContextOptions,
) {
  const logger = createLogger(config.logLevel);
  const metrics = new Metrics();
  const store = new RaceStore(config.redis, config.raceKey, logger);
  const race = new LiveRace();
  const follower = new RaceFollower(
    store,
    race,
    logger,
    createPublishedReadHandler(store, metrics, logger),
  );
  const pace = new PushPace();
  const identity = await createIdentity(config.auth, store, logger, {
    hasher,
    countFailure: () => metrics.failedSignIns.inc(),
  });
  const { provider } = identity;
  const suspicions = new ClockSuspicions(race);
  const health = new Health({
    store,
    race,
    follower,
    suspicions,
    logger,
    pace,
    figures: metrics,
    isRedisHere: isOnThisMachine(config.redis),
    backupDir: config.backupDir,
    times: healthTimes,
  });
  metrics.observe({
    version: () => race.head.version,
    runners: () => race.runnerCount,
    scans: () => race.scanCount,
    listed: () => race.standings.size,
    changes_applied: () => follower.counts.applied,
    catch_ups: () => follower.counts.caughtUp,
    reloads: () => follower.counts.reloads,
    push_interval_seconds: () => inSeconds(pace.intervalMs),
    ready: () => Number(health.describe().ready),
    problems: () => health.describe().problems.length,
    disk_free_bytes: () => health.redis?.files?.freeBytes,
    push_subscriptions: () => health.redis?.pushSubscriptions,
    folder_backup_seconds: () => inSeconds(health.backupAgeMs),
    source_heard_seconds: () =>
      health.listSources().map(({ source, agoMs }) => [source, inSeconds(agoMs)]),
    source_unsent: () => health.listSources().map(({ source, unsent }) => [source, unsent]),
  });
  const forecasts = new RaceForecasts(race);
  const corrections = new PublicCorrections(race, store.publicCorrections, logger);
  const runners = new RunnerBodies(race, forecasts);
  const previews = new PagePreviews(race, config);
  const firstScreenParts = firstScreen ?? (await loadFirstScreen(pageRoot));
  const screens =
    firstScreenParts &&
    new FirstScreens({
      race,
      runners,
      render: firstScreenParts.render,
      heads: firstScreenParts.heads,
      trustProxy: config.trustProxy,
      logger,
    });
  const describe: DescribePage = async (request) => {
    const described = previews.describe(request);
    const screen = described?.isFound && (await screens?.find(request));
    return described && { ...described, ...(screen ? { screen } : {}) };
  };
  const files = await createStaticFiles(pageRoot, describe, firstScreenParts?.script);
  const webPush = new WebPush({
    config,
    records: store.push,
    alarmRecords: store.alarms,
    accounts: store.organisers,
    isLocal: identity.organisers.isLocal,
    race,
    forecasts,
    count: (outcome) => metrics.webPushes.inc({ outcome }),
    logger,
    ...(pushAgent ? { agentOptions: pushAgent } : {}),
  });
  const pastRaces = new PastRaces(config.racesDir, logger);
  const readers = new ReaderProcesses({ config, store, race, logger, scannerPath });
  const sources = {
    config,
    store,
    race,
    suspicions,
    identity,
    health,
    metrics,
    files,
    webPush,
    pastRaces,
    readers,
    runners,
    corrections,
    forecasts,
    logger,
  };
  const routes = listRoutes(sources);
  const parts = { provider, race };
  const app = createApp(config, logger, {
    routes: [mountRoutes(routes, parts), files.routes],
    prepared: prepareAnswers(routes, files.prepared, parts),
    script: firstScreenParts?.script,
  });
  const http = createHttpServer(config, app);
  const sockets = createSocketServer(http, config, metrics, logger);
  const watch = new ConnectionWatch(sockets, metrics, logger);
  const answers = new OpenResponses(http);
  const { build } = files;
  const feed = new PublicFeed({ io: sockets, race, build, watch, pace, metrics, logger });
  const guard = new SessionGuard(provider, race, logger);
  const adminFeed = new AdminFeed({
    io: sockets,
    race,
    build,
    provider,
    guard,
    presence: store.presence,
    metrics,
    logger,
  });
  return { ...sources, follower, previews, http, answers, sockets, watch, feed, guard, adminFeed };
}

function inSeconds(ms: DurationMs | undefined): number | undefined {
  return ms === undefined ? undefined : ms / SECOND_MS;
}
