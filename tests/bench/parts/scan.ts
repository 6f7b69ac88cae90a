import { RaceState } from '#server/race/race-state.ts';

import { createField } from '../field.ts';
import { quantile, readMemory } from '../measure.ts';
import { withService } from '../service.ts';
import type { BenchPart, BenchRow } from './part.ts';

const FIELDS = [600, 6_000, 32_000];
const MEASURED_SCANS = 5_000;

/** (f): the cost of a scan and of a start by field size. */
export const scan: BenchPart = {
  id: 'f',
  title: 'one scan, and a start, as the field grows: CPU of the service',
  async run(size) {
    const fields = size === 'smallest' ? [300] : FIELDS;
    // The first round warms up the compiler.
    for (const runners of fields) measureScan(runners);
    const rounds = Array.from({ length: 3 }, () => fields.map(measureScan));
    const rows: BenchRow[] = fields.map((runners, place) => ({
      what: `a scan is scored and placed, ${runners} runners`,
      value: quantile(
        rounds.map((round) => round[place] ?? Number.NaN),
        0.5,
      ),
      unit: 'µs',
    }));
    for (const runners of fields) {
      const field = createField(runners);
      const row = await withService(field, 0, async ({ pid, instances: [first] }) => {
        const { ms = 0, cpuMs = 0 } = first?.start ?? {};
        const behind = `ready after ${(ms / 1_000).toFixed(2)} s, ${Math.round(readMemory(pid) / 1e6)} MB`;
        const what = `a start with ${runners} runners and ${field.scans.length} scans`;
        return { what, value: cpuMs / 1_000, unit: 's', behind };
      });
      rows.push(row);
    }
    return rows;
  },
};

/** Microseconds of a core for each of the last scans of a race, when the list of finishers is longest. */
function measureScan(size: number): number {
  const { runners, scans, config } = createField(size);
  const count = Math.min(MEASURED_SCANS, scans.length / 2);
  const state = RaceState.of({ config, runners, scans: scans.slice(0, -count) });
  const before = process.cpuUsage();
  for (const one of scans.slice(-count)) state.apply([{ op: 'add-scan', scan: one }]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
