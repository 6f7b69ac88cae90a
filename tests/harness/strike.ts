import { setTimeout as delay } from 'node:timers/promises';

import type { TestProcess } from '#tests/support/process.ts';
import type { ProxyState } from '#tests/support/redis-proxy.ts';
import type { RedisWay } from '#tests/support/sentinel-way.ts';

import type { Fault, FaultKind } from './plan-faults.ts';

/** What a fault may strike. */
export interface Strikable {
  /** Its way to Redis; none for Redis itself. */
  readonly way?: RedisWay;
  kill(): Promise<void>;
  /** Resolves once it has begun to work. */
  startAgain(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** A process ended that no fault had struck. */
export class EndedByItself extends Error {
  override readonly name = 'EndedByItself';

  constructor(name: string, process: TestProcess | undefined) {
    super(`${name} has ended, and no fault has struck it:\n${process?.output.slice(-2_000) ?? ''}`);
  }
}

const WAYS: Readonly<Record<Exclude<FaultKind, 'kill' | 'pause' | 'lag'>, ProxyState>> = {
  cut: 'cut',
  stall: 'stalled',
  swallow: 'mute',
};

/** Does a fault, for as long as it lasts, and takes it back. */
export async function strike({ kind, forMs }: Fault, target: Strikable): Promise<void> {
  switch (kind) {
    case 'kill':
      await target.kill();
      await delay(forMs);
      await target.startAgain();
      return;
    case 'pause':
      target.signal('SIGSTOP');
      await delay(forMs);
      target.signal('SIGCONT');
      return;
    case 'cut':
    case 'stall':
    case 'swallow':
      target.way?.set(WAYS[kind]);
      await delay(forMs);
      target.way?.set('open');
      return;
    case 'lag':
      throw new Error('Only a Redis with copies has one that lags.');
    default:
      kind satisfies never;
  }
}
