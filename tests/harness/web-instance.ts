import { type BuiltWebOptions, readWebPort, startBuiltWeb } from '#tests/support/built-program.ts';
import { reservePort } from '#tests/support/free-port.ts';
import type { TestProcess } from '#tests/support/process.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Web } from './plan-faults.ts';
import { EndedByItself, type Strikable } from './strike.ts';

/** A built web instance, restarted at the same address. */
export class WebInstance implements Strikable {
  readonly url: string;
  readonly proxy: ProxiedRedis;
  readonly #name: Web;
  readonly #options: BuiltWebOptions;
  #process: TestProcess | undefined;

  private constructor(name: Web, proxy: ProxiedRedis, options: BuiltWebOptions) {
    this.proxy = proxy;
    this.url = `http://127.0.0.1:${options.port}`;
    this.#name = name;
    this.#options = options;
  }

  static async start(
    name: Web,
    proxy: ProxiedRedis,
    options: Pick<BuiltWebOptions, 'raceKey' | 'settings'>,
  ): Promise<WebInstance> {
    const port = await reservePort();
    const web = new WebInstance(name, proxy, { ...options, url: proxy.url, port });
    await web.startAgain();
    return web;
  }

  async startAgain(): Promise<void> {
    this.#process = startBuiltWeb(this.#options);
    await readWebPort(this.#process);
  }

  async kill(): Promise<void> {
    await this.#expectRunning().kill('SIGKILL');
  }

  signal(signal: NodeJS.Signals): void {
    this.#expectRunning().signal(signal);
  }

  async stop(): Promise<void> {
    await this.#process?.kill('SIGKILL');
  }

  #expectRunning(): TestProcess {
    if (this.#process?.running !== true) throw new EndedByItself(this.#name, this.#process);
    return this.#process;
  }
}
