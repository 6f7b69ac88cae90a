import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { COURSES, KOM_ROWS } from '#shared/model/courses.ts';

const ROOT = join(import.meta.dirname, '../..');
test('[CP1] the rules show the courses as the table has them', () => {
  const rows = COURSES.map(({ event, stages, koms }) => {
    const checkpoints = stages.map(({ checkpoint, wayPoint }) => `${checkpoint} (${wayPoint})`);
    const climbs = koms.map((code) => `KOM ${KOM_ROWS.findIndex((kom) => kom.code === code) + 1}`);
    return [event, checkpoints.join(', '), climbs.join(', ') || 'none'];
  });
  const rules = readFileSync(join(ROOT, 'shared/scoring/RULES.md'), 'utf8');
  const written = Array.from(rules.matchAll(/^ {2}\| (.+) \|$/gm), ([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  );
  // Without the heading and the line below it.
  expect(written.slice(2)).toEqual(rows);
});
