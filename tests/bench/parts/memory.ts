import { setTimeout as delay } from 'node:timers/promises';

import { createField } from '../field.ts';
import { readCpuMs, readMemory } from '../measure.ts';
import { withService } from '../service.ts';
import { Spectators } from '../spectators.ts';
import type { BenchPart, BenchRow } from './part.ts';

const SIZES = {
  smallest: [200],
  full: [1_000, 5_000, 10_000],
} as const;
const PAUSES_MS = [260, 260];
/** Freed memory is returned with a delay. */
const SETTLE_MS = 500;

/** (e): the resident memory of the service for each spectator, and the processor time of a connection. */
export const memory: BenchPart = {
  id: 'e',
  title: 'memory of the service a spectator, and CPU a connection',
  async run(size) {
    const sizes = SIZES[size];
    const scans = PAUSES_MS.length * (sizes.length + 1);
    return withService(createField(2_000), scans, async (service) => {
      const spectators = new Spectators(service);
      const rows: BenchRow[] = [];
      let [count, alone] = [0, 0];
      // The first one warms up the code.
      for (const more of [1, ...sizes]) {
        const cpuBefore = readCpuMs(service.pid);
        await spectators.open(more - count);
        const cpuMs = readCpuMs(service.pid) - cpuBefore;
        const added = more - count;
        count = more;
        await spectators.run(PAUSES_MS);
        await delay(SETTLE_MS);
        const held = readMemory(service.pid);
        if (count === 1) alone = held;
        else {
          const value = Math.max(held - alone, 1) / 1_000 / count;
          const behind = `${Math.round(alone / 1e6)} MB without them`;
          rows.push({ what: `${count} spectators`, value, unit: 'kB each', behind });
          const what = `a connection, of ${added} more`;
          rows.push({ what, value: (cpuMs * 1_000) / added, unit: 'µs' });
        }
      }
      spectators.stop();
      return rows;
    });
  },
};
