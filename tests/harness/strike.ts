import { setTimeout as delay } from 'node:timers/promises';

import type { TestProcess } from '#tests/support/process.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Fault } from './plan-faults.ts';
import type { RaceDisk } from './race-disk.ts';

/** The target of a fault. */
export interface Strikable {
  /** Its proxy to Redis; none for Redis itself. */
  readonly proxy?: ProxiedRedis;
  /** Undefined unless disks are struck. */
  readonly disk?: RaceDisk | undefined;
  /** Resolves once the disk may be full. */
  untilReady?(): Promise<void>;
  /** Resolves once it has reported its full disk, where it has to. */
  untilRefused?(): Promise<void>;
  /** Resolves once it goes on, now that there is room again. */
  untilGoingOn?(): Promise<void>;
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

/** Does a fault, for as long as it lasts, and takes it back. */
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
      // Its last input is on its disk alone: its way to Redis is cut before it dies.
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
