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

import type { Logger } from './logger.ts';

/** A worker asks the primary for the metrics of all workers, and gets them as text. */
interface MetricsMessage {
  readonly metrics: 'wanted' | 'text';
  readonly text?: string | undefined;
}

function asMessage(message: unknown): MetricsMessage | undefined {
  const isOne = typeof message === 'object' && message !== null && 'metrics' in message;
  return isOne ? (message as MetricsMessage) : undefined;
}

/** Lets the primary collect the metrics of its workers on request (COMMANDS.md EN4). */
export function answerForWorkers(logger: Logger): void {
  const all = new AggregatorRegistry();
  let collecting: Promise<string | undefined> | undefined;
  cluster.on('message', (worker, message) => {
    if (asMessage(message)?.metrics === 'wanted') void answer(worker);
  });

  async function answer(worker: Worker): Promise<void> {
    // Requests at the same time share a collection.
    collecting ??= all
      .clusterMetrics()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'A web worker does not report its metrics');
        return undefined;
      })
      .finally(() => (collecting = undefined));
    const text = await collecting;
    if (worker.isConnected()) worker.send({ metrics: 'text', text }, () => undefined);
  }
}

/** The part of a worker: reports its own metrics on request, and gets those of all from the primary. */
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

  /** Without an answer, as when another worker hangs, renders the metrics of this worker alone. */
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

/** Good delays are below the first three; above the last nobody calls it live. */
const PUSH_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

/** The values that are read on request, absent while undefined. */
const GAUGES = {
  version: 'Version of the race shown',
  runners: 'Runners entered',
  scans: 'Raw scans kept',
  listed: 'Runners on the public list',
  changes_applied: 'Changes applied',
  catch_ups: 'Times missed changes were read',
  reloads: 'Times the whole race was read',
  push_interval_seconds:
    'Time from one results message to the next while news arrives, longer under load',
  viewers: 'Open viewer connections',
  ready: 'Whether /readyz is 200: 1 or 0',
  problems: 'Number of problems named by /readyz',
  disk_free_bytes:
    'Free space where a Redis on this machine keeps its files; absent if it is elsewhere',
  push_subscriptions: 'Browsers subscribed to Web Push; the same number at every instance',
  folder_backup_seconds:
    'Time since the last backup was made in BACKUP_DIR or found up to date; absent before the first',
  source_heard_seconds: 'Time since the last report of the scanner of a source that has not ended',
  source_unsent: 'Reads waiting in the journal of a scanner at its last report',
};

type GaugeName = keyof typeof GAUGES;
type Value = number | undefined;
/** A value, or one for each source. */
type Reading = Value | readonly (readonly [source: string, value: Value])[];

/** The metrics of this instance, or of all workers that share its port, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #shared = cluster.worker && new SharedMetrics(cluster.worker, this.#registry);
  readonly pushes = this.#addCounter('pushes_total', 'Results messages broadcast to all viewers');
  readonly scanToPush = new Histogram({
    name: 'splitcast_scan_to_push_seconds',
    help: 'From when Redis stored a scan, by its clock, to when the results message with it was handed to all viewers',
    buckets: PUSH_BUCKETS,
    registers: [this.#registry],
  });
  readonly resumes = this.#addCounter('resumes_total', 'Viewers that resumed, by answer', 'answer');
  readonly dropped = this.#addCounter(
    'dropped_messages_total',
    'Messages dropped as unknown or invalid',
    'from',
  );
  readonly slowViewers = this.#addCounter(
    'slow_viewers_total',
    'Connections closed because the viewer does not read',
  );
  readonly floods = this.#addCounter(
    'floods_total',
    'Connections closed because they send without end',
  );
  readonly refusedConnections = this.#addCounter(
    'refused_connections_total',
    'Websockets refused because there are too many, in all or from one address',
  );
  readonly failedSignIns = this.#addCounter(
    'failed_sign_ins_total',
    'Passwords and codes that were checked and refused; attempts that had to wait are not counted',
  );
  readonly publishedReads = this.#addCounter(
    'published_scans_total',
    'Reads from the plain publish path, by outcome',
    'outcome',
  );
  readonly webPushes = this.#addCounter(
    'web_pushes_total',
    'Messages by Web Push to followers of a runner, by outcome',
    'outcome',
  );

  readonly #readings: Partial<Record<GaugeName, () => Reading>> = {};

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of COSTLY) this.#registry.removeSingleMetric(name);
    for (const [name, help] of Object.entries(GAUGES)) this.#addGauge(name as GaugeName, help);
  }

  /** Takes these values from now on. */
  observe(readings: Partial<Record<GaugeName, () => Reading>>): void {
    Object.assign(this.#readings, readings);
  }

  get viewers(): number {
    return Number(this.#readings.viewers?.() ?? 0);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  render(): Promise<string> {
    return this.#shared?.render() ?? this.#registry.metrics();
  }

  #addCounter<Label extends string = never>(name: string, help: string, ...labels: Label[]) {
    return new Counter<Label>({
      name: `splitcast_${name}`,
      help,
      labelNames: labels,
      registers: [this.#registry],
    });
  }

  #addGauge(name: GaugeName, help: string): void {
    const gauge: Gauge<'source'> = new Gauge({
      name: `splitcast_${name}`,
      help,
      labelNames: ['source'],
      registers: [this.#registry],
      collect: () => {
        gauge.reset();
        const reading = this.#readings[name]?.();
        if (typeof reading === 'number') gauge.set(reading);
        else for (const [source, value] of reading ?? []) setOfSource(gauge, source, value);
      },
    });
  }
}

/** The label is hashed, since metrics are public and must not name scanners (PROTOCOL.md CL8). */
function setOfSource(gauge: Gauge<'source'>, source: string, value: Value): void {
  const label = createHash('sha256').update(source).digest('hex').slice(0, 8);
  if (value !== undefined) gauge.set({ source: label }, value);
}
