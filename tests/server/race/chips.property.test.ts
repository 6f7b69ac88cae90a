import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import type { BandId } from '#shared/model/ids.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';

const RUNNERS = ['101', '102', '103'].map((band) => buildRunner({ bandId: band }));
const CODES = ['058001BC1A3B', 'LY00213', '900', 'E28011'] as BandId[];
const START = Date.UTC(2026, 5, 20, 9);
const CONFIG = buildConfig();

const bands = fc.constantFrom<BandId>(...(['101', '102', '103', '777'] as BandId[]));
const steps = fc.array(
  fc.oneof(
    fc.record({
      code: fc.constantFrom(...CODES, '101' as BandId),
      minute: fc.integer({ min: 1, max: 200 }),
      point: fc.constantFrom('cp1', 'finish'),
    }),
    fc.record({ chip: fc.constantFrom(...CODES), band: fc.option(bands) }),
  ),
  { maxLength: 30 },
);

test('[SC1] whenever chips are assigned to wristbands, the race equals one whose reads have those numbers', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const state = RaceState.of({ config: CONFIG, runners: RUNNERS, scans: [] });
      const table = new Map<string, BandId>();
      const reads: { code: BandId; minute: number; point: string }[] = [];
      for (const step of script) {
        if ('chip' in step) {
          if (step.band === null) table.delete(step.chip);
          else table.set(step.chip, step.band);
          state.apply([{ op: 'put-chips', chips: { [step.chip]: step.band } }]);
        } else {
          reads.push(step);
          state.apply([addScan(step.code, step)]);
        }
      }
      const typed = RaceState.of({ config: CONFIG, runners: RUNNERS, scans: [] });
      // With the id of the code, since two chips may be read at the same moment.
      for (const read of reads) {
        const { scan } = addScan(read.code, read);
        typed.apply([
          { op: 'add-scan', scan: { ...scan, bandId: table.get(read.code) ?? read.code } },
        ]);
      }
      const loaded = RaceState.of({
        config: CONFIG,
        runners: RUNNERS,
        chips: table,
        scans: reads.map((read) => addScan(read.code, read).scan),
      });
      for (const race of [state, loaded]) {
        expect(presentAll(race.standings)).toEqual(presentAll(typed.standings));
        expect(race.missing.listUnassigned()).toEqual(typed.missing.listUnassigned());
        expect(race.missing.runnerIds).toEqual(typed.missing.runnerIds);
      }
    }),
    { numRuns: 300 },
  );
});

function addScan(
  bandId: BandId,
  { minute, point }: { readonly minute: number; readonly point: string },
): Extract<ChangeOp, { op: 'add-scan' }> {
  const scan = buildScan({ points: [point], timeMs: START + minute * 60_000 });
  const scanId = `mat:${bandId}:${point}:${scan.timeMs}` as typeof scan.scanId;
  return { op: 'add-scan', scan: { ...scan, bandId, scanId } };
}
