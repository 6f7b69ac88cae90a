import { expect, test } from 'vitest';

import { attributeScans } from '#shared/scoring/score-race.ts';
import { buildScan, getBandId } from '#tests/support/builders.ts';

test('[MS2] an unassigned band has its scans, each once, and the last of them', () => {
  const early = buildScan({ bandId: '99', points: ['cp1'], timeMs: 1_000 });
  const late = buildScan({ bandId: '99', points: ['start', 'finish'], timeMs: 2_000 });
  const other = buildScan({ bandId: '100', points: ['cp2'], timeMs: 3_000 });
  expect(attributeScans([], [other, late, early, late]).unassigned).toEqual([
    { bandId: getBandId('99'), scans: 2, lastPoints: ['start', 'finish'], lastTimeMs: 2_000 },
    { bandId: getBandId('100'), scans: 1, lastPoints: ['cp2'], lastTimeMs: 3_000 },
  ]);
});
