import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '#tests/support/eventually.ts';

import { readCpuMs } from './measure.ts';

/** A server that broadcasts news. */
export interface Broadcaster {
  readonly name: string;
  readonly pid: number;
  /** `ready`: the beginning of the message after which a connection is open. */
  readonly target: { readonly url: string; readonly ready: string };
  /** Broadcasts news of about this length; calls `stamp` with their version just before. */
  broadcast(bytes: number, stamp: (version: number) => void): Promise<void>;
  stop(): Promise<void>;
}

/** Since the last reset. */
export interface Counts {
  readonly news: number;
  /** The lowest version of all spectators. */
  readonly oldest: number;
  readonly bytes: number;
  /** Each was answered with a pong. */
  readonly pings: number;
  /** Ended connections, and missed news. */
  readonly lost: number;
  /** The share of a core used by the spectators. */
  readonly busy: number;
}

/** The result of a series of broadcasts. */
export interface NewsRun {
  readonly counts: Counts;
  /** For each message and spectator, from the oldest scan in the message. */
  readonly latenciesMs: readonly number[];
  /** Processor time of the server. */
  readonly cpuMs: number;
  /** The spectators were too busy to measure the server. */
  readonly isVoid: boolean;
}

const MAX_BUSY = 0.7;
/** Excludes the work after opening connections from a run. */
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
    // An ended process is detected by its missing answer.
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Connects further spectators. */
  async open(count: number, { url, ready } = this.#broadcaster.target): Promise<void> {
    await this.#ask('open', url, ready, count);
  }

  /** Broadcasts news after these pauses, without waiting for earlier ones, then waits until all spectators have them. */
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
      // Awaited below.
      broadcast.catch(() => undefined);
      broadcasts.push(broadcast);
    }
    await Promise.all(broadcasts);
    const counts = await this.untilShown(last);
    const cpuMs = readCpuMs(pid) - cpuBefore;
    const latenciesMs = (await this.#ask('latencies')) as number[];
    return { counts, latenciesMs, cpuMs, isVoid: counts.busy > MAX_BUSY };
  }

  /** Waits until all spectators have this version. Throws if one missed news. */
  async untilShown(version: number): Promise<Counts> {
    const counts = await eventually(async () => {
      const now = (await this.#ask('report')) as Counts;
      if (now.oldest < version && now.lost === 0) throw new Error(JSON.stringify(now));
      return now;
    });
    if (counts.lost > 0) throw new Error(`${counts.lost} news were lost.`);
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
