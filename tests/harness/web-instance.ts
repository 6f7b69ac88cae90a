import type { EpochMs } from '#shared/model/time.ts';
import { readWebPort, startBuiltWeb } from '#tests/support/built-program.ts';
import { reservePort } from '#tests/support/free-port.ts';
import type { TestProcess } from '#tests/support/process.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Web } from './plan-faults.ts';
import { EndedByItself, type Strikable } from './strike.ts';

export interface InstanceOptions {
  readonly name: Web;
  readonly raceKey: string;
  readonly proxy: ProxiedRedis;
  readonly settings: Readonly<Record<string, string>>;
}

/** A built web instance that comes back at the same address. */
export class WebInstance implements Strikable {
  readonly name: Web;
  readonly url: string;
  readonly proxy: ProxiedRedis;
  /** When it was killed. */
  readonly kills: EpochMs[] = [];
  readonly #port: number;
  readonly #options: InstanceOptions;
  #process: TestProcess | undefined;

  private constructor(options: InstanceOptions, port: number) {
    this.name = options.name;
    this.proxy = options.proxy;
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#options = options;
  }

  static async start(options: InstanceOptions): Promise<WebInstance> {
    const web = new WebInstance(options, await reservePort());
    await web.startAgain();
    return web;
  }

  /** Of the process that runs; undefined while it is dead. */
  get pid(): number | undefined {
    return this.#process?.running === true ? this.#process.pid : undefined;
  }

  async startAgain(): Promise<void> {
    const { raceKey, proxy, settings } = this.#options;
    this.#process = startBuiltWeb({ url: proxy.url, raceKey, port: this.#port, settings });
    await readWebPort(this.#process);
  }

  async kill(): Promise<void> {
    const running = this.#expectRunning();
    this.kills.push(Date.now());
    await running.kill('SIGKILL');
  }

  signal(signal: NodeJS.Signals): void {
    this.#expectRunning().signal(signal);
  }

  async stop(): Promise<void> {
    await this.#process?.kill('SIGKILL');
  }

  #expectRunning(): TestProcess {
    if (this.#process?.running !== true) throw new EndedByItself(this.name, this.#process);
    return this.#process;
  }
}
