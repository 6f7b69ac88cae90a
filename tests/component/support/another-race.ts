import type { RaceSetup } from '#shared/model/race-setup.ts';
import { buildPoint, buildSetup, configOf } from '#tests/support/build-setup.ts';

/** One course that passes a point twice, a climb, five-year bands, and one category for neither sex. */
const SETUP: RaceSetup = buildSetup({
  template: 'fell-race',
  points: [
    buildPoint('start'),
    buildPoint('cylch', { name: 'Cylch' }),
    buildPoint('bwlch', { name: 'Bwlch' }),
    buildPoint('finish'),
    buildPoint('rhiw-start', { kind: 'segment' }),
    buildPoint('rhiw-end', { kind: 'segment' }),
  ],
  courses: [
    {
      id: 'mynydd',
      name: 'Mynydd',
      visits: [{ point: 'cylch' }, { point: 'bwlch' }, { point: 'cylch' }],
    },
  ],
  segments: [{ code: 'RHIW', label: 'Rhiw Ŵyl', from: 'rhiw-start', to: 'rhiw-end' }],
  distances: [{ code: 'FELL', name: 'Ras Fynydd', course: 'mynydd', segments: ['RHIW'] }],
  categories: {
    ageOn: { rule: 'race-day' },
    table: [
      { code: 'F40', sexes: ['F'], from: 40, to: 44 },
      { code: 'F45', sexes: ['F'], from: 45, to: 49 },
      { code: 'NB', sexes: ['X'] },
    ],
  },
  teams: [],
});

/** The settings that follow from it. */
export const ANOTHER_RACE = {
  ...configOf(SETUP),
  distances: 'Ras Fynydd',
  wayPoints: 'Cylch,Bwlch',
  KOMs: 'Rhiw Ŵyl',
};
