import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
  collectDefaultMetrics,
} from 'prom-client';
import type { Logger } from './logger.ts';

/** The figures omit a worker that does not answer by then, which shows that it hangs. */
const PATIENCE_MS = 1_000;

type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The messages between the primary and its workers, beside those of the cluster module. */
type MetricsMessage =
  /** A worker was asked for the figures of all. */
  | { readonly metrics: 'wanted' }
  /** The primary asks a worker for its own. */
  | { readonly metrics: 'own'; readonly round: number }
  | { readonly metrics: 'figures'; readonly round: number; readonly figures: Figures }
  | { readonly metrics: 'text'; readonly text: string };

function asMessage(message: unknown): MetricsMessage | undefined {
  const isOne = typeof message === 'object' && message !== null && 'metrics' in message;
  return isOne ? (message as MetricsMessage) : undefined;
}

interface Round {
  readonly number: number;
  readonly waiting: Set<Worker>;
  readonly figures: Figures[];
  readonly patience: AbortController;
}

/**
 * The figures of all workers, collected in their primary for whichever of them was asked
 * (COMMANDS.md EN7). Each figure names its process, so that no sum hides a worker that hangs. All
 * who ask during one round share it: asking often costs no more.
 */
class WorkerMetrics {
  readonly #logger: Logger;
  readonly #own = new Registry();
  readonly #asking = new Set<Worker>();
  #round: Round | undefined;
  #rounds = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
    this.#own.setDefaultLabels({ worker: 'primary' });
    collectProcessMetrics(this.#own);
  }

  hear(worker: Worker, message: MetricsMessage | undefined): void {
    if (message?.metrics === 'wanted') this.#ask(worker);
    if (message?.metrics === 'figures') this.#take(worker, message.round, message.figures);
  }

  #ask(worker: Worker): void {
    this.#asking.add(worker);
    if (this.#asking.size === 1) void this.#answer();
  }

  async #answer(): Promise<void> {
    const text = await this.#render().catch((error: unknown) => {
      this.#logger.error({ err: error }, 'The figures of the workers cannot be put together');
      return '';
    });
    for (const worker of this.#asking) tell(worker, { metrics: 'text', text });
    this.#asking.clear();
  }

  async #render(): Promise<string> {
    const all = [await this.#own.getMetricsAsJSON(), ...(await this.#gather())];
    return AggregatorRegistry.aggregate(all).metrics();
  }

  /** The answers of the workers that come in time. */
  async #gather(): Promise<readonly Figures[]> {
    this.#rounds += 1;
    const number = this.#rounds;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const patience = new AbortController();
    const round = { number, waiting: new Set(workers), figures: [], patience };
    this.#round = round;
    for (const worker of workers) tell(worker, { metrics: 'own', round: number });
    // Cut short by the last answer.
    await delay(PATIENCE_MS, undefined, patience).catch(() => undefined);
    return round.figures;
  }

  #take(worker: Worker, number: number, figures: Figures): void {
    const round = this.#round;
    if (round?.number !== number || !round.waiting.delete(worker)) return;
    round.figures.push(figures);
    if (round.waiting.size === 0) round.patience.abort();
  }
}

/** Makes the primary collect the figures for its workers. */
export function answerForWorkers(logger: Logger): void {
  const metrics = new WorkerMetrics(logger);
  cluster.on('message', (worker, message) => metrics.hear(worker, asMessage(message)));
}

/** Sends it to a running worker; one that has just ended does not get it. */
function tell(worker: Worker, message: MetricsMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** A worker's part: gives its own figures when asked, and gets those of all from the primary. */
export class SharedMetrics {
  readonly #worker: Worker;
  #waiting: ((text: string) => void)[] = [];

  constructor(worker: Worker, registry: Registry) {
    this.#worker = worker;
    registry.setDefaultLabels({ worker: String(worker.id) });
    worker.on('message', (received: unknown) => {
      const message = asMessage(received);
      if (message?.metrics === 'own') void this.#giveOwn(registry, message.round);
      if (message?.metrics === 'text') this.#take(message.text);
    });
  }

  render(): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) tell(this.#worker, { metrics: 'wanted' });
    });
  }

  #take(text: string): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(text);
  }

  async #giveOwn(registry: Registry, round: number): Promise<void> {
    const figures = (await registry.getMetricsAsJSON()) as unknown as Figures;
    tell(this.#worker, { metrics: 'figures', round, figures });
  }
}

/** These list every connection at each request: at 10,000 viewers nothing is pushed for 0.1 s. */
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
export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of COSTLY) register.removeSingleMetric(name);
}
