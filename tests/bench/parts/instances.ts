import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '#tests/support/eventually.ts';

import { createField } from '../field.ts';
import { countRedisWork, type RedisWork } from '../measure.ts';
import { type Service, targetAt, withService } from '../service.ts';
import { Spectators } from '../spectators.ts';
import type { BenchPart, BenchRow } from './part.ts';

const PLANS = {
  smallest: { instances: [1, 2], crowds: [0, 40], scans: 10, pauseMs: 50 },
  full: { instances: [1, 2, 4, 8], crowds: [0, 1_000], scans: 100, pauseMs: 100 },
} as const;

/** Counts the work of Redis for scans while a crowd watches, equally distributed to the instances. */
async function runScans(
  service: Service,
  crowd: number,
  scans: number,
  pauseMs: number,
): Promise<RedisWork & { readonly seconds: number }> {
  const { instances, redis } = service;
  const spectators = new Spectators(service);
  for (const { port } of crowd > 0 ? instances : []) {
    await spectators.open(Math.ceil(crowd / instances.length), targetAt(port));
  }
  const readWork = await countRedisWork(redis);
  const startedMs = performance.now();
  let last = 0;
  for (let scan = 0; scan < scans; scan += 1) {
    await delay(pauseMs);
    await service.broadcast(0, (version) => (last = version));
  }
  // Read from /metrics, for which no instance queries Redis.
  await eventually(async () => {
    for (const { port } of instances) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const shown = Number(/^splitcast_version (\d+)$/m.exec(text)?.[1]);
      if (shown < last) throw new Error(`An instance shows ${shown} and not yet ${last}.`);
    }
  });
  const work = await readWork();
  const seconds = (performance.now() - startedMs) / 1_000;
  await spectators.untilShown(last);
  spectators.stop();
  return { ...work, seconds };
}

/** (i): the work of Redis for several instances, and for their spectators. */
export const instances: BenchPart = {
  id: 'i',
  title: 'instances on one Redis',
  async run(size) {
    const { instances: counts, crowds, scans, pauseMs } = PLANS[size];
    const runs = counts.length * crowds.length;
    return withService(createField(600), scans * runs, async (service) => {
      const rows: BenchRow[] = [];
      for (const count of counts) {
        while (service.instances.length < count) await service.grow();
        for (const crowd of crowds) {
          const run = await runScans(service, crowd, scans, pauseMs);
          const calls = run.calls / run.seconds;
          rows.push({
            what: `${count} instances, ${crowd} spectators`,
            value: run.cpuMs / run.seconds,
            unit: 'ms of Redis a second',
            behind: `calls a second ${calls.toFixed(0)}, bytes sent a scan ${(run.bytesSent / scans).toFixed(0)}`,
          });
        }
      }
      return rows;
    });
  },
};
