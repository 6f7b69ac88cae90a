import cluster from 'node:cluster';
import { createHash } from 'node:crypto';

import { Counter, Gauge, Registry } from 'prom-client';

import { collectProcessMetrics } from './process-metrics.ts';
import { SharedMetrics } from './worker-metrics.ts';

/** What is read off the race when its figures are asked for. */
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

/** The figures of this instance, or of all workers that share its port, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #shared = cluster.worker && new SharedMetrics(cluster.worker, this.#registry);
  readonly pushes = new Counter({
    name: 'splitcast_pushes_total',
    help: 'Results messages broadcast to all viewers',
    registers: [this.#registry],
  });
  readonly frames = new Counter({
    name: 'splitcast_frames_total',
    help: 'Messages to all, counted for each viewer: straight to the stream, or behind what waits',
    labelNames: ['way'] as const,
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

  constructor() {
    collectProcessMetrics(this.#registry);
  }

  /** Adds the figures that are read off the race when asked for. */
  observeRace(race: ObservedRace, follower: ObservedFollower): void {
    this.#gauge('splitcast_version', 'Version of the race shown', () => race.head.version);
    this.#gauge('splitcast_runners', 'Runners entered', () => race.runnerCount);
    this.#gauge('splitcast_scans', 'Raw scans kept', () => race.scanCount);
    this.#gauge('splitcast_listed', 'Runners on the public list', () => race.standings.size);
    this.#gauge('splitcast_changes_applied', 'Changes applied', () => follower.counts.applied);
    this.#gauge(
      'splitcast_catch_ups',
      'Times missed changes were read',
      () => follower.counts.caughtUp,
    );
    this.#gauge(
      'splitcast_reloads',
      'Times the whole race was read',
      () => follower.counts.reloads,
    );
  }

  observeIdleViewers(count: () => number): void {
    this.#gauge('splitcast_idle_viewers', 'Viewers whose page nobody looks at', count);
  }

  observePace(pace: { readonly intervalMs: number }): void {
    this.#gauge(
      'splitcast_push_interval_seconds',
      'Time from one results message to the next while news comes in, longer under load',
      () => pace.intervalMs / 1_000,
    );
  }

  /** The label is no name: the figures are for everybody, and no public answer names a scanner (PROTOCOL.md CL39). */
  observeSources(list: () => readonly (readonly [source: string, agoMs: number])[]): void {
    this.#registry.registerMetric(
      new Gauge({
        name: 'splitcast_source_heard_seconds',
        help: 'How long ago the scanner of a source was heard that has not ended',
        labelNames: ['source'],
        registers: [],
        collect() {
          this.reset();
          for (const [source, agoMs] of list()) this.set({ source: hash(source) }, agoMs / 1_000);
        },
      }),
    );
  }

  observeViewers(count: () => number): void {
    this.#gauge('splitcast_viewers', 'Open viewer connections', count);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  render(): Promise<string> {
    return this.#shared?.render() ?? this.#registry.metrics();
  }

  #gauge(name: string, help: string, read: () => number): void {
    this.#registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  }
}

function hash(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 8);
}
