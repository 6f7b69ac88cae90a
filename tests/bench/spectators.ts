import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '#tests/support/eventually.ts';

import { readCpuMs } from './measure.ts';

/** A server that sends news to all who are connected. */
export interface Broadcaster {
  readonly name: string;
  readonly pid: number;
  /** `ready`: how the message begins with which a connection is open. */
  readonly target: { readonly url: string; readonly ready: string };
  /** Sends news of about this length to all; calls `stamp` with their version right before. */
  broadcast(bytes: number, stamp: (version: number) => void): Promise<void>;
  stop(): Promise<void>;
}

/** Since the last reset. */
export interface Counts {
  readonly news: number;
  /** The version that the last of them is at. */
  readonly oldest: number;
  readonly bytes: number;
  /** Each was answered by a pong. */
  readonly pings: number;
  /** Connections that ended, and news that were left out. */
  readonly lost: number;
  /** The share of a core that the spectators needed. */
  readonly busy: number;
}

/** What a broadcaster did for its spectators. */
export interface NewsRun {
  readonly counts: Counts;
  /** From each scan to each spectator, of the oldest scan that a message is about. */
  readonly latenciesMs: readonly number[];
  /** Processor time of the server. */
  readonly cpuMs: number;
  /** The spectators were so busy that they measured themselves. */
  readonly isVoid: boolean;
}

const MAX_BUSY = 0.7;
/** What the opening of connections leaves to do is not part of a run. */
const SETTLE_MS = 500;

/** Many spectators of a broadcaster, in a process of their own. */
export class Spectators {
  readonly #broadcaster: Broadcaster;
  readonly #child;
  readonly #lines: AsyncIterator<string>;

  constructor(broadcaster: Broadcaster) {
    this.#broadcaster = broadcaster;
    this.#child = spawn(process.execPath, [join(import.meta.dirname, 'spectators.mjs')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // One that has ended shows as an answer that is missing.
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Connects this many more. */
  async open(count: number, { url, ready } = this.#broadcaster.target): Promise<void> {
    await this.#ask('open', url, ready, count);
  }

  /** Sends news after these pauses, whatever became of those before, and waits until everybody has them. */
  async run(pausesMs: readonly number[], bytes = 0): Promise<NewsRun> {
    const { pid } = this.#broadcaster;
    await delay(SETTLE_MS);
    await this.#ask('reset');
    const cpuBefore = readCpuMs(pid);
    let last = 0;
    let dueMs = performance.now();
    const broadcasts: Promise<void>[] = [];
    for (const pauseMs of pausesMs) {
      dueMs += pauseMs;
      await delay(Math.max(0, dueMs - performance.now()));
      const broadcast = this.#broadcaster.broadcast(bytes, (version) => {
        last = version;
        this.#write('stamp', version, Number(process.hrtime.bigint()) / 1e6);
      });
      // What fails shows below.
      broadcast.catch(() => undefined);
      broadcasts.push(broadcast);
    }
    await Promise.all(broadcasts);
    const counts = await this.untilShown(last);
    const cpuMs = readCpuMs(pid) - cpuBefore;
    const latenciesMs = (await this.#ask('latencies')) as number[];
    return { counts, latenciesMs, cpuMs, isVoid: counts.busy > MAX_BUSY };
  }

  /** Waits until all are at this version. Throws for one that missed news. */
  async untilShown(version: number): Promise<Counts> {
    const counts = await eventually(async () => {
      const now = (await this.#ask('report')) as Counts;
      if (now.oldest < version && now.lost === 0) throw new Error(JSON.stringify(now));
      return now;
    });
    if (counts.lost > 0) throw new Error(`${counts.lost} news did not come.`);
    return counts;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #write(...command: readonly unknown[]): void {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  async #ask(...command: readonly [name: string, ...values: unknown[]]): Promise<unknown> {
    this.#write(...command);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`The spectators ended before they answered ${command[0]}.`);
    return JSON.parse(value) as unknown;
  }
}
