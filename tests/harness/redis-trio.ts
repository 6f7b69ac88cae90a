import { setTimeout as delay } from 'node:timers/promises';

import type { RaceStore } from '#server/store/race-store.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  askRedis,
  cutOff,
  expectCalm,
  expectCopied,
  findMasters,
  launchSentinelRedis,
  letFollow,
  type SentinelRedis,
} from '#tests/support/launch-sentinels.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import type { RedisServer } from '#tests/support/redis-server.ts';
import { type ProxiedRedis, startSentinelProxy } from '#tests/support/sentinel-proxy.ts';

import type { Span } from './check-history.ts';
import type { Fault } from './plan-faults.ts';
import type { RaceRedis } from './race-redis.ts';

export const COPIES = 2;

interface Roles {
  readonly master: RedisServer;
  readonly copies: readonly [RedisServer, RedisServer];
}

/** A master with two copies, set up as docs/redis.md has it, and three sentinels that have one take over. */
export class RedisTrio implements RaceRedis {
  readonly url: string;
  readonly settings: RaceRedis['settings'];
  readonly gaps: Span[] = [];
  readonly #redis: SentinelRedis;

  private constructor(redis: SentinelRedis, wait: number) {
    this.settings = { REDIS_WAIT_REPLICAS: String(wait) };
    this.#redis = redis;
    this.url = redis.url;
  }

  /** `wait`: on how many copies a change has to be before it is acknowledged. */
  static async start(wait: number): Promise<RedisTrio> {
    const config = ['min-replicas-to-write 1', 'min-replicas-max-lag 10'];
    const redis = await launchSentinelRedis({ copies: COPIES, config });
    await redis.allowFailover();
    return new RedisTrio(redis, wait);
  }

  openProxy(): Promise<ProxiedRedis> {
    return startSentinelProxy(this.#redis);
  }

  async findMaster(): Promise<string> {
    return (await this.#untilWhole()).master.url;
  }

  /** Waits until all have found together again: so no fault of Redis strikes in the middle of another. */
  async strike({ kind, forMs }: Fault): Promise<void> {
    const { master, copies } = await this.#untilWhole();
    if (kind === 'lag') {
      await this.#takeOverLacking(master, copies, forMs);
    } else if (kind === 'pause') {
      process.kill(master.pid, 'SIGSTOP');
      await this.#untilMoved(master);
      await delay(forMs);
    } else {
      await master.kill();
      await delay(forMs);
    }
    const fromMs = Date.now();
    if (kind === 'pause') process.kill(master.pid, 'SIGCONT');
    else await master.restart();
    const whole = await this.#untilWhole();
    // A copy may have followed it still, and confirmed what it took until it was told.
    if (whole.master !== master) this.gaps.push({ fromMs, toMs: Date.now() });
  }

  async digest(store: RaceStore): Promise<readonly string[]> {
    const { master, copies } = await this.#untilWhole();
    const offset = await readOffset(master, 'master_repl_offset');
    for (const copy of copies) await this.#untilReached(copy, offset);
    return Promise.all([master, ...copies].map(({ url }) => digestRecord(url, store)));
  }

  stop(): Promise<void> {
    return this.#redis.stop();
  }

  /** Cuts one copy off while the other confirms all writes; then stops that one and kills the master. */
  async #takeOverLacking(
    master: RedisServer,
    [heir, witness]: Roles['copies'],
    forMs: DurationMs,
  ): Promise<void> {
    const fromMs = Date.now();
    await this.#untilReached(heir, await readOffset(master, 'master_repl_offset'));
    await cutOff(heir, master);
    await delay(forMs);
    process.kill(witness.pid, 'SIGSTOP');
    await master.kill();
    this.gaps.push({ fromMs, toMs: Date.now() });
    await this.#untilMoved(master);
    process.kill(witness.pid, 'SIGCONT');
    await letFollow(heir);
  }

  async #untilReached(copy: RedisServer, offset: number): Promise<void> {
    await eventually(async () => {
      if ((await readOffset(copy, 'slave_repl_offset')) < offset) throw new Error('It lags.');
    });
  }

  async #untilMoved(master: RedisServer): Promise<void> {
    await eventually(async () => {
      if ((await findMasters(this.#redis)).includes(master)) throw new Error('It has not moved.');
    });
  }

  /** Checks everything each time: on a busy machine sentinels may start a failover without a fault. */
  #untilWhole(): Promise<Roles> {
    return eventually(() => this.#findRoles());
  }

  /** Throws while the servers and the sentinels do not agree. */
  async #findRoles(): Promise<Roles> {
    await expectCalm(this.#redis);
    const [master, another] = await findMasters(this.#redis);
    if (!master || another) throw new Error('The sentinels do not agree.');
    const others = this.#redis.servers.filter((server) => server !== master);
    const roles = await Promise.all([master, ...others].map(({ url }) => askRedis(url, ['ROLE'])));
    const isCopy = (role: string): boolean => role.startsWith(`slave,127.0.0.1,${master.port},`);
    if (!roles[0]?.startsWith('master') || !roles.slice(1).every(isCopy)) {
      throw new Error(`Not all follow ${master.port}: ${roles.join('; ')}`);
    }
    await expectCopied(master.url, COPIES);
    return { master, copies: others as unknown as Roles['copies'] };
  }
}

async function readOffset({ url }: RedisServer, name: string): Promise<number> {
  const info = await askRedis(url, ['INFO', 'replication']);
  return Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
}
