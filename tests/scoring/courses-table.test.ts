import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = 'shared/templates/three-distances.json';
const CODE = new Set(['.ts', '.tsx', '.css', '.mjs', '.lua']);

/** Every word that the usual document makes up; a start and a finish every race has. */
const WORDS = [
  ...USUAL_COURSES.events,
  ...USUAL_COURSES.climbs.map(({ code }) => code),
  ...USUAL_COURSES.points.filter((point) => point !== 'start' && point !== 'finish'),
];
/** Such a word by itself, or behind another as in `startBB`. */
const NAMED = new RegExp(`(?<![A-Z_-])(?:${WORDS.join('|')})(?![\\w-])`);

const files = ['client', 'server', 'shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
);

test('[RD1 CP1] no source names an event, a checkpoint or a climb: they stand in the document of a race', () => {
  expect(files.length).toBeGreaterThan(300);
  const namedIn = files.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => NAMED.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(namedIn, `it follows from ${DOCUMENT}`).toEqual([]);
});

test('[RD1 CP1] the rules show the courses as the usual document has them', () => {
  const { slots, climbs, events } = USUAL_COURSES;
  const rows = events.map((event) => {
    const checkpoints = USUAL_COURSES.stagesOf(event).map(
      ({ slot, wayPointIndex }) => `${slots[slot]?.code} (${wayPointIndex})`,
    );
    const its = climbs.filter((climb) => climb.events.includes(event));
    return [
      event,
      checkpoints.join(', '),
      its.map(({ index }) => `KOM ${index + 1}`).join(', ') || 'none',
    ];
  });
  const rules = readFileSync(join(ROOT, 'shared/scoring/RULES.md'), 'utf8');
  const written = Array.from(rules.matchAll(/^ {2}\| (.+) \|$/gm), ([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  );
  // Without the heading and the line below it.
  expect(written.slice(2)).toEqual(rows);
});
