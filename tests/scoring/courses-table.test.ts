import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';

import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import { publicSetup, readSetup } from '#shared/model/race-setup.ts';
import { buildPoint, buildSetup, buildCourse } from '#tests/support/build-setup.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = 'shared/templates/three-distances.json';
const CODE = new Set(['.ts', '.tsx', '.css', '.mjs', '.lua']);

/** Every word that the usual document makes up; a start and a finish every race has. */
const WORDS = [
  ...USUAL_COURSES.events,
  ...USUAL_COURSES.climbs.map(({ code }) => code),
  ...USUAL_COURSES.categories,
  ...USUAL_COURSES.points.filter((point) => point !== 'start' && point !== 'finish'),
];
/** Such a word by itself, or behind another as in `startBB`. */
const NAMED = new RegExp(`(?<![A-Z_-])(?:${WORDS.join('|')})(?![\\w-])`);

const files = ['client', 'server', 'shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
);

/** Where such words stand nevertheless, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/demo/course.ts': 'the demo runs the usual race, and says how far its points are',
  'server/demo/invent-runners.ts': 'the demo runs the usual race, and says how quick its field is',
  'server/store/published-reads.ts': 'an example in what to do about a fault',
  'shared/model/race-setup-form.ts': 'examples in what to do about a fault',
};

/** Comments may tell of the race that everybody knows. */
function withoutComments(path: string, text: string): string {
  if (path.endsWith('.lua')) return text.replaceAll(/--.*$/gm, '');
  return text.replaceAll(/\/\*\*?\s[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

test('[RD1 CP1] no source names an event, a checkpoint, a climb or a category', () => {
  expect(files.length).toBeGreaterThan(300);
  const namedIn = files.filter((path) =>
    NAMED.test(withoutComments(path, readFileSync(join(ROOT, path), 'utf8'))),
  );
  expect(namedIn.toSorted(), `it follows from ${DOCUMENT}`).toEqual(
    Object.keys(ALLOWED).toSorted(),
  );
});

test('[RD5] the public document lacks only the sources of points and the closings', () => {
  const fed = buildPoint('finish', { sources: [{ source: 'mast-9', line: 'main' }], pick: 'last' });
  const setup = buildSetup({
    points: USUAL_COURSES.setup.points.map((point) => (point.id === 'finish' ? fed : point)),
  });
  const shown = readSetup(publicSetup(JSON.stringify(setup)));
  if (!shown) throw new Error('no document');
  const { sources: _, ...finish } = fed;
  expect(shown).toEqual({
    ...setup,
    points: setup.points.map((point) => (point.id === 'finish' ? finish : point)),
  });
  expect(new Courses(shown).slots).toEqual(new Courses(setup).slots);
  expect(publicSetup('')).toBe('');
  const plain = buildCourse('bryn cwm');
  const [course] = plain.courses;
  const closing = {
    ...plain,
    courses: [{ ...course, visits: [{ point: 'bryn', cutOff: '01:00:00' }, { point: 'cwm' }] }],
  };
  expect(readSetup(publicSetup(JSON.stringify(closing)))).toEqual(plain);
});

test('[RD1 CP1] the table of courses in the rules equals the default document', () => {
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
