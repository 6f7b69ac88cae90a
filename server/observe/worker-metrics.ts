import cluster, { type Worker } from 'node:cluster';

import { AggregatorRegistry, type Registry, collectDefaultMetrics } from 'prom-client';

import type { Logger } from './logger.ts';

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
export class SharedMetrics {
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
export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of COSTLY) register.removeSingleMetric(name);
}
