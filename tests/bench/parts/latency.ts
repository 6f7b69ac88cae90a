import { createRandom, type Random } from '#server/system/random.ts';

import { createField } from '../field.ts';
import { quantile } from '../measure.ts';
import { withService } from '../service.ts';
import { Spectators } from '../spectators.ts';
import type { BenchPart, BenchRow } from './part.ts';

const PLANS = {
  smallest: { sizes: [100], rates: [20], seconds: 0.5 },
  full: { sizes: [1_000, 2_000, 5_000, 10_000], rates: [1, 20, 50], seconds: 8 },
} as const;

/** (b): the time from just before a scan is stored until a spectator has it. */
export const latency: BenchPart = {
  id: 'b',
  title: 'scan to spectator: of the oldest scan that a message is about',
  async run(size) {
    const { sizes, rates, seconds } = PLANS[size];
    const random = createRandom(7);
    const schedules = rates.map((rate) => ({ rate, pausesMs: schedule(rate, seconds, random) }));
    const scans = schedules.reduce((sum, { pausesMs }) => sum + pausesMs.length, 0);
    return withService(createField(2_000), scans * sizes.length, async (service) => {
      const rows: BenchRow[] = [];
      const spectators = new Spectators(service);
      let count = 0;
      for (const more of sizes) {
        await spectators.open(more - count);
        count = more;
        for (const { rate, pausesMs } of schedules) {
          const { latenciesMs, counts, cpuMs, isVoid } = await spectators.run(pausesMs);
          const what = `${rate === 1 ? 'a lone scan' : `${rate} scans a second`}, ${count} spectators`;
          const [p50, p99] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)];
          const load = `${Math.round((cpuMs / seconds) * 0.1)} % of the core, ${Math.round(counts.busy * 100)} % of the spectators'`;
          const behind = `p50 ${p50.toFixed(1)}, frames to each ${counts.news / count}, ${load}${isVoid ? ', void' : ''}`;
          rows.push({ what, value: p99, unit: 'ms, p99', behind });
        }
      }
      spectators.stop();
      return rows;
    });
  },
};

/** Random pauses of a Poisson process, the same in every run; at a rate of one they are equal, so that scans do not meet. */
function schedule(rate: number, seconds: number, random: Random): number[] {
  return Array.from({ length: Math.ceil(rate * seconds) }, () =>
    rate === 1 ? 1_000 : (-Math.log(1 - random.between(0, 1)) * 1_000) / rate,
  );
}
