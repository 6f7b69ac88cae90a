import type { RaceStore } from '#server/store/race-store.ts';
import { getRedisServerPath } from '#tests/support/binaries.ts';
import { eventually } from '#tests/support/eventually.ts';
import { askRedis } from '#tests/support/ingest-scans.ts';
import { HOLD_REDIS, listServers, READY } from '#tests/support/private-servers.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { startRedisProxy } from '#tests/support/redis-proxy.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { RaceDisk } from './race-disk.ts';
import type { Strikable } from './strike.ts';

/** The private Redis of `npm start` with its launcher. */
export class PrivateRaceRedis implements Strikable {
  /** Undefined without faults of disks. */
  readonly disk: RaceDisk | undefined;
  readonly #dataDir: string;
  #launcher: TestProcess | undefined;
  #url = '';

  private constructor(dataDir: string, disk: RaceDisk | undefined) {
    this.disk = disk;
    this.#dataDir = disk?.root ?? dataDir;
  }

  static async start(dataDir: string, disk?: RaceDisk): Promise<PrivateRaceRedis> {
    const redis = new PrivateRaceRedis(dataDir, disk);
    await redis.startAgain();
    return redis;
  }

  get url(): string {
    return this.#url;
  }

  openProxy(): Promise<ProxiedRedis> {
    return startRedisProxy(decodeURI(new URL(this.#url).pathname));
  }

  /** Stops the launcher first, so that it does not restart Redis. */
  async kill(): Promise<void> {
    this.#launcher?.signal('SIGSTOP');
    // Its process group includes the rewrite of its files.
    for (const pid of this.#servers) process.kill(-pid, 'SIGKILL');
    await this.#launcher?.kill('SIGKILL');
    await eventually(() => {
      if (this.#servers.length > 0) throw new Error('A Redis that was killed still runs.');
    });
  }

  async startAgain(): Promise<void> {
    const env = { ...this.disk?.env, DATA_DIR: this.#dataDir };
    const launcher = startProcess(process.execPath, [HOLD_REDIS], {
      env: { ...env, REDIS_SERVER_PATH: getRedisServerPath() },
    });
    this.#launcher = launcher;
    [, this.#url = ''] = await launcher.waitForOutput(READY);
    await this.untilGoingOn();
  }

  signal(signal: NodeJS.Signals): void {
    for (const pid of this.#servers) process.kill(pid, signal);
  }

  /** Waits until it accepts writes, for which its launcher may have to restart it. */
  async untilGoingOn(): Promise<void> {
    await eventually(() => askRedis(this.#url, ['SET', 'splitcast-is-going-on', '1']));
  }

  /** Digests of the whole record, now and after a restart. */
  async digest(store: RaceStore): Promise<readonly string[]> {
    const before = await digestRecord(this.#url, store);
    await this.kill();
    this.disk?.losePower('all');
    await this.startAgain();
    return [before, await digestRecord(this.#url, store)];
  }

  async stop(): Promise<void> {
    await this.kill();
  }

  get #servers(): readonly number[] {
    return listServers(this.#dataDir);
  }
}
