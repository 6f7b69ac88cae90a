import { setTimeout as delay } from 'node:timers/promises';

import type { TestProcess } from '#tests/support/process.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Fault } from './plan-faults.ts';
import type { RaceDisk } from './race-disk.ts';

/** The target of a fault. */
export interface Strikable {
  /** Its proxy to Redis; absent for Redis. */
  readonly proxy?: ProxiedRedis;
  /** Undefined without faults of disks. */
  readonly disk?: RaceDisk | undefined;
  /** Resolves when its disk may become full. */
  untilReady?(): Promise<void>;
  /** Resolves when it has reported its full disk, if it had to write. */
  untilRefused?(): Promise<void>;
  /** Resolves when it works again after its disk was full. */
  untilGoingOn?(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when it works. */
  startAgain(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** A process ended without a fault. */
export class EndedByItself extends Error {
  override readonly name = 'EndedByItself';

  constructor(name: string, process: TestProcess | undefined) {
    super(`${name} has ended without a fault:\n${process?.output.slice(-2_000) ?? ''}`);
  }
}

/** Injects a fault, and ends it after its duration. */
export async function strike(fault: Fault, target: Strikable): Promise<void> {
  const { kind, forMs, loss = 'all' } = fault;
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
    case 'stalled':
    case 'mute':
    case 'slow':
      target.proxy?.set(kind);
      await delay(forMs);
      target.proxy?.set('open');
      return;
    case 'forget':
      target.proxy?.forget();
      await delay(forMs);
      return;
    case 'power':
      // Cut first, so that its last input is only on its disk.
      target.proxy?.set('cut');
      await delay(target.proxy ? forMs / 2 : 0);
      await target.kill();
      target.proxy?.set('open');
      target.disk?.losePower(loss);
      await delay(forMs / 2);
      await target.startAgain();
      return;
    case 'full':
      await target.untilReady?.();
      target.disk?.fill();
      await delay(forMs);
      await target.untilRefused?.();
      target.disk?.makeRoom();
      await target.untilGoingOn?.();
      return;
    default:
      kind satisfies never;
  }
}
