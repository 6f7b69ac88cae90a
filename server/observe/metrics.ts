import cluster, { type Worker } from 'node:cluster';
import { createHash } from 'node:crypto';

import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';

import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import type { Logger } from './logger.ts';
import { RecentFigures } from './recent-figures.ts';

/** Figures that are read on request. */
class Gauges {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** A figure. Without a value it has no line, since 0 would be a value. */
  add(name: string, help: string, read: () => number | undefined): void {
    this.#registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      }),
    );
  }

  /** A figure of each source. The label is no name: the figures are public, and no public answer names a scanner (PROTOCOL.md CL8). */
  addBySource(
    name: string,
    help: string,
    list: () => readonly (readonly [source: string, value: number | undefined])[],
  ): void {
    this.#registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['source'],
        registers: [],
        collect() {
          this.reset();
          for (const [source, value] of list()) {
            if (value !== undefined) this.set({ source: hash(source) }, value);
          }
        },
      }),
    );
  }
}

function hash(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 8);
}

/** A worker was asked for the figures of all; the primary answers with them. */
interface MetricsMessage {
  readonly metrics: 'wanted' | 'text';
  readonly text?: string | undefined;
}

function asMessage(message: unknown): MetricsMessage | undefined {
  const isOne = typeof message === 'object' && message !== null && 'metrics' in message;
  return isOne ? (message as MetricsMessage) : undefined;
}

/** Has the primary collect the figures for its workers (COMMANDS.md EN4). */
export function answerForWorkers(logger: Logger): void {
  const all = new AggregatorRegistry();
  let collecting: Promise<string | undefined> | undefined;
  cluster.on('message', (worker, message) => {
    if (asMessage(message)?.metrics === 'wanted') void answer(worker);
  });

  async function answer(worker: Worker): Promise<void> {
    // Those who ask at the same time share an answer: asking often costs no more.
    collecting ??= all
      .clusterMetrics()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'A web worker does not give its figures');
        return undefined;
      })
      .finally(() => (collecting = undefined));
    const text = await collecting;
    if (worker.isConnected()) worker.send({ metrics: 'text', text }, () => undefined);
  }
}

/** A worker's part: gives its own figures when asked, and gets those of all from the primary. */
class SharedMetrics {
  readonly #worker: Worker;
  readonly #registry: Registry;
  #waiting: ((text: string) => void)[] = [];

  constructor(worker: Worker, registry: Registry) {
    this.#worker = worker;
    this.#registry = registry;
    registry.setDefaultLabels({ worker: String(worker.id) });
    AggregatorRegistry.setRegistries(registry);
    // Answers the primary from now on.
    void new AggregatorRegistry();
    worker.on('message', (received: unknown) => {
      const message = asMessage(received);
      if (message?.metrics === 'text') void this.#take(message.text);
    });
  }

  render(): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#worker.send({ metrics: 'wanted' }, () => undefined);
    });
  }

  /** If another one hangs, the figures of this worker are still useful. */
  async #take(given: string | undefined): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const text = given ?? (await this.#registry.metrics());
    for (const resolve of waiting) resolve(text);
  }
}

/** These list every connection at each request, which takes 0.1 s at 10,000 viewers. */
const COSTLY = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'process_open_fds',
];

/** Adds the figures of the process itself: processor, memory, garbage, event loop. */
function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of COSTLY) register.removeSingleMetric(name);
}

/** The parts of the race that its figures are read from. */
interface ObservedRace {
  readonly head: { readonly version: number };
  readonly runnerCount: number;
  readonly scanCount: number;
  readonly standings: { readonly size: number };
}

/** How often the follower applied, caught up and reloaded since it started. */
interface ObservedFollower {
  readonly counts: {
    readonly applied: number;
    readonly caughtUp: number;
    readonly reloads: number;
  };
}

/** The findings of the last health check; undefined where unknown. */
interface ObservedHealth {
  readonly redis:
    | {
        readonly files: { readonly freeBytes: number | undefined } | undefined;
        readonly pushSubscriptions: number;
      }
    | undefined;
  readonly backupAgeMs: DurationMs | undefined;
  describe(): { readonly ready: boolean; readonly problems: readonly string[] };
  listSources(): readonly ObservedSource[];
}

interface ObservedSource {
  readonly source: string;
  readonly agoMs: DurationMs;
  readonly unsent: number | undefined;
}

/** Good delays are below the first three; above the last nobody calls it live. */
const PUSH_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

/**
 * The figures of this instance, or of all workers that share its port, in the Prometheus text
 * format.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #gauges = new Gauges(this.#registry);
  readonly #shared = cluster.worker && new SharedMetrics(cluster.worker, this.#registry);
  readonly pushes = new Counter({
    name: 'splitcast_pushes_total',
    help: 'Results messages broadcast to all viewers',
    registers: [this.#registry],
  });
  readonly scanToPush = new Histogram({
    name: 'splitcast_scan_to_push_seconds',
    help: 'From when Redis stored a scan, by its clock, to when the results message with it was handed to all viewers',
    buckets: PUSH_BUCKETS,
    registers: [this.#registry],
  });
  readonly resumes = new Counter({
    name: 'splitcast_resumes_total',
    help: 'Viewers that asked what they missed, by answer',
    labelNames: ['answer'] as const,
    registers: [this.#registry],
  });
  readonly dropped = new Counter({
    name: 'splitcast_dropped_messages_total',
    help: 'Messages dropped because nobody knows them or they have the wrong form',
    labelNames: ['from'] as const,
    registers: [this.#registry],
  });
  readonly slowViewers = new Counter({
    name: 'splitcast_slow_viewers_total',
    help: 'Connections cut because the viewer does not read',
    registers: [this.#registry],
  });
  readonly floods = new Counter({
    name: 'splitcast_floods_total',
    help: 'Connections cut because they send without end',
    registers: [this.#registry],
  });
  readonly refusedConnections = new Counter({
    name: 'splitcast_refused_connections_total',
    help: 'Websockets refused because there are too many, in all or from one address',
    registers: [this.#registry],
  });
  readonly failedSignIns = new Counter({
    name: 'splitcast_failed_sign_ins_total',
    help: 'Passwords and codes that were looked at and refused; those that had to wait are not counted',
    registers: [this.#registry],
  });
  readonly publishedReads = new Counter({
    name: 'splitcast_published_scans_total',
    help: 'Reads taken from the plain publish path, by outcome',
    labelNames: ['outcome'] as const,
    registers: [this.#registry],
  });

  readonly webPushes = new Counter({
    name: 'splitcast_web_pushes_total',
    help: 'Messages by Web Push to those who follow a runner, by outcome',
    labelNames: ['outcome'] as const,
    registers: [this.#registry],
  });

  /** The figures of the last five minutes, for Health (FEED.md CF28). */
  readonly recent = {
    refusedSignIns: new RecentFigures(),
    failedPushes: new RecentFigures(),
    scanToPushMs: new RecentFigures(),
  };
  #countViewers = (): number => 0;

  constructor() {
    collectProcessMetrics(this.#registry);
  }

  /** Adds the figures that are read off the race on request. */
  observeRace(race: ObservedRace, follower: ObservedFollower): void {
    this.#gauges.add('splitcast_version', 'Version of the race shown', () => race.head.version);
    this.#gauges.add('splitcast_runners', 'Runners entered', () => race.runnerCount);
    this.#gauges.add('splitcast_scans', 'Raw scans kept', () => race.scanCount);
    this.#gauges.add('splitcast_listed', 'Runners on the public list', () => race.standings.size);
    this.#gauges.add('splitcast_changes_applied', 'Changes applied', () => follower.counts.applied);
    this.#gauges.add(
      'splitcast_catch_ups',
      'Times missed changes were read',
      () => follower.counts.caughtUp,
    );
    this.#gauges.add(
      'splitcast_reloads',
      'Times the whole race was read',
      () => follower.counts.reloads,
    );
  }

  observePace(pace: { readonly intervalMs: number }): void {
    this.#gauges.add(
      'splitcast_push_interval_seconds',
      'Time from one results message to the next while news comes in, longer under load',
      () => pace.intervalMs / 1_000,
    );
  }

  /** The state of `/readyz` (FEED.md CF21), and of each scanner that has not ended (CF28). */
  observeHealth(health: ObservedHealth): void {
    this.#gauges.add('splitcast_ready', 'Whether /readyz is 200: 1 or 0', () =>
      Number(health.describe().ready),
    );
    this.#gauges.add(
      'splitcast_problems',
      'How many problems /readyz names',
      () => health.describe().problems.length,
    );
    this.#gauges.add(
      'splitcast_disk_free_bytes',
      'Room left where a Redis of this machine keeps its files; absent when it is elsewhere',
      () => health.redis?.files?.freeBytes,
    );
    this.#gauges.add(
      'splitcast_push_subscriptions',
      'Browsers subscribed to Web Push; the same number at every instance',
      () => health.redis?.pushSubscriptions,
    );
    this.#gauges.add(
      'splitcast_folder_backup_seconds',
      'How long ago the last backup was made in BACKUP_DIR or found up to date; absent before the first',
      () => toSeconds(health.backupAgeMs),
    );
    this.#gauges.addBySource(
      'splitcast_source_heard_seconds',
      'How long ago the scanner of a source was heard that has not ended',
      () => health.listSources().map(({ source, agoMs }) => [source, agoMs / 1_000]),
    );
    this.#gauges.addBySource(
      'splitcast_source_unsent',
      'Reads that waited in the journal of a scanner for Redis when it was heard',
      () => health.listSources().map(({ source, unsent }) => [source, unsent]),
    );
  }

  countFailedSignIn(): void {
    this.failedSignIns.inc();
    this.recent.refusedSignIns.add();
  }

  countWebPush(outcome: string): void {
    this.webPushes.inc({ outcome });
    // A browser that has gone for good is no failure.
    if (outcome === 'refused' || outcome === 'given-up') this.recent.failedPushes.add();
  }

  /** The time from Redis storing a scan to its push. */
  observeScanToPush(ms: DurationMs): void {
    this.scanToPush.observe(ms / SECOND_MS);
    this.recent.scanToPushMs.add(ms);
  }

  get viewers(): number {
    return this.#countViewers();
  }

  observeViewers(count: () => number): void {
    this.#countViewers = count;
    this.#gauges.add('splitcast_viewers', 'Open viewer connections', count);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  render(): Promise<string> {
    return this.#shared?.render() ?? this.#registry.metrics();
  }
}

function toSeconds(ms: DurationMs | undefined): number | undefined {
  return ms === undefined ? undefined : ms / SECOND_MS;
}
