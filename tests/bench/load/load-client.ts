import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { onClientCore } from '../machine/cores.ts';
import { compile } from './compile.ts';

/** Milliseconds, from a histogram exact to 1.6 %. */
export interface Times {
  readonly count: number;
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** What came of opening connections. */
export interface Opened {
  readonly asked: number;
  readonly opened: number;
  /** From the first that set out to the last that was there. */
  readonly ms: number;
  readonly each: Times | null;
}

/** What was counted since the last reset. */
export interface Counts {
  readonly connections: number;
  readonly news: number;
  readonly latest: number;
  /** The connection that got the fewest, and the one that got the most. */
  readonly leastNews: number;
  readonly mostNews: number;
  readonly messages: number;
  readonly bytes: number;
  /** Each was answered by a pong. */
  readonly pings: number;
  readonly responses: number;
  readonly failed: number;
  readonly lost: number;
  readonly unstamped: number;
  readonly seconds: number;
  /** The share of its core that the client needed. */
  readonly busy: number;
  readonly latency: Times | null;
}

export interface LoadTarget {
  readonly protocol: 'sio' | 'ws' | 'http';
  readonly port: number;
  readonly path: string;
}

/** Each address has 28,000 ports of its own. */
const SOURCE_ADDRESSES = 20;
/** Whatever hangs: no load client outlives this. */
const LIFE_SECONDS = 600;
/** The share of its core above which a run is void. */
const MAX_BUSY = 0.7;

/** Many spectators in one process of C (`load-client.c` says how), on a core that is not the server's. */
export class LoadClient {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    // One that has ended shows as an answer that is missing.
    child.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start({ protocol, port, path }: LoadTarget): Promise<LoadClient> {
    const [command, args] = onClientCore(await compile('load-client'), [
      protocol,
      String(port),
      path,
      String(SOURCE_ADDRESSES),
      String(LIFE_SECONDS),
    ]);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child, 'spawn');
    return new LoadClient(child);
  }

  /** From now on a connection counts as open at a message that begins so. */
  expect(beginning: string): void {
    this.#write(`ready ${beginning}`);
  }

  /** Opens so many more, at most `atOnce` under way. Throws unless all of them come to be. */
  async open(count: number, atOnce = 500): Promise<Opened> {
    const opened = (await this.#ask(`open ${count} ${atOnce}`)) as Opened;
    if (opened.opened !== count) {
      throw new Error(`Only ${opened.opened} of ${count} connections came to be.`);
    }
    return opened;
  }

  /** The news of this number set out now; to be called right before they do. */
  stamp(seq: number): void {
    this.#write(`stamp ${seq} ${process.hrtime.bigint()}`);
  }

  async reset(): Promise<void> {
    await this.#ask('reset');
  }

  async report(): Promise<Counts> {
    return (await this.#ask('report')) as Counts;
  }

  /** Asks `total` times over `connections` that stay open, each again as soon as it is answered. */
  async get(
    connections: number,
    total: number,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Counts> {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return (await this.#ask(`get ${connections} ${total} ${head.join('|')}`)) as Counts;
  }

  /** Ends every connection at once and without farewell. */
  async close(): Promise<void> {
    await this.#ask('close');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }

  #write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  async #ask(line: string): Promise<unknown> {
    this.#write(line);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`The load client ended before it answered \`${line}\`.`);
    return JSON.parse(value) as unknown;
  }
}

/** Whether the client had enough time to spare: a busier one measures itself. */
export function isIdleEnough({ busy }: Counts): boolean {
  return busy < MAX_BUSY;
}
