import { benchLive } from '../live.ts';
import { createField } from '../field.ts';
import { benchScoring } from '../scoring.ts';
import { benchSnapshot } from '../snapshot.ts';
import type { BenchPart } from './part.ts';

/** (f): what a scan and a start cost as the field grows. */
export const scan: BenchPart = {
  id: 'f',
  title: 'one scan and a start, as the field grows',
  async run() {
    return {
      rows: [
        ...benchScoring(),
        ...(await benchSnapshot(createField(600))),
        ...(await benchSnapshot(createField(32_000))),
        ...(await benchLive(createField(600), createField(32_000))),
      ],
      growth: [],
      due: 0,
      delivered: 0,
      remarks: [],
    };
  },
};
