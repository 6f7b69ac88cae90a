import { createRequire, syncBuiltinESMExports } from 'node:module';

import type { ModelDisk } from './model-disk.ts';
import type { Happening, World } from './world.ts';

const require = createRequire(import.meta.url);
const OriginalDate = Date;

type Patch = readonly [of: object, name: string, value: unknown];

/**
 * Puts a simulated machine under the code of the product, for as long as a course runs: its clock, its alarms, its
 * disk and its chance. Product code that asks Node for any of them gets the world's. Returns what takes it all back.
 */
export function install(world: World, disk: ModelDisk): () => void {
  const nowMs = (): number => world.clockMs;
  const startAlarm = (run: () => void, delayMs = 0) =>
    asTimer(world.after(world.current, delayMs, run));
  const repeat = (run: () => void, everyMs: number) => {
    const process = world.current;
    const timer = asTimer(world.after(process, everyMs, again));
    function again(): void {
      timer.happening = world.after(process, everyMs, again);
      run();
    }
    return timer;
  };
  const delay = (ms = 0, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const fail = (): void => reject(new DOMException('The operation was aborted', 'AbortError'));
      if (signal?.aborted) return fail();
      const happening = world.after(world.current, ms, () => resolve(value));
      signal?.addEventListener('abort', () => {
        happening.isCancelled = true;
        fail();
      });
      return undefined;
    });
  let ids = 0;
  const createId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;

  class WorldDate extends OriginalDate {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [nowMs()] : given) as [number]));
    }
    static override now = nowMs;
  }

  const [timers, files, streams, crypto] = ['timers/promises', 'fs/promises', 'fs', 'crypto'].map(
    (name) => require(`node:${name}`) as object,
  ) as [object, object, object, object];
  return patchAll([
    [globalThis, 'Date', WorldDate],
    [globalThis, 'setTimeout', startAlarm],
    [globalThis, 'clearTimeout', stop],
    [globalThis, 'setInterval', repeat],
    [globalThis, 'clearInterval', stop],
    // Durations are not set by whoever sets the clock.
    [performance, 'now', () => world.nowMs - 1_000_000],
    [performance, 'eventLoopUtilization', () => ({ active: 0, idle: 1, utilization: 0 })],
    [timers, 'setTimeout', delay],
    [timers, 'setImmediate', () => delay()],
    [crypto, 'randomUUID', createId],
    // What pages tell whoever opens their console.
    [console, 'warn', () => undefined],
    ...Object.entries(disk.calls).map(([name, value]) => [files, name, value] as const),
    ...Object.entries(disk.streams).map(([name, value]) => [streams, name, value] as const),
  ]);
}

function stop(timer: { readonly happening?: Happening } | undefined): void {
  if (timer?.happening) timer.happening.isCancelled = true;
}

function asTimer(happening: Happening) {
  return {
    happening,
    unref() {
      return this;
    },
  };
}

function patchAll(patches: readonly Patch[]): () => void {
  const before = patches.map(
    ([of, name]) => [of, name, Object.getOwnPropertyDescriptor(of, name)] as const,
  );
  for (const [of, name, value] of patches) {
    Object.defineProperty(of, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    });
  }
  syncBuiltinESMExports();
  return () => {
    for (const [of, name, was] of before) {
      if (was) Object.defineProperty(of, name, was);
      else Reflect.deleteProperty(of, name);
    }
    syncBuiltinESMExports();
  };
}
