import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';

import { CHECKPOINT_ROWS, COURSES, KOM_ROWS } from '#shared/model/courses.ts';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = 'shared/model/courses.ts';
const CODE = new Set(['.ts', '.tsx', '.css', '.mjs', '.lua']);

/** Every word that the tables make up. */
const WORDS = [
  ...COURSES.map(({ event }) => event),
  ...CHECKPOINT_ROWS.flatMap(({ point, field }) => [point, field]),
  ...KOM_ROWS.flatMap(({ code, field, start, end }) => [code, field, start, end]),
];
/** Such a word by itself, or behind another as in `startBB`. */
const NAMED = new RegExp(`(?<![A-Z_-])(?:${WORDS.join('|')})(?![\\w-])`);

const files = ['client', 'server', 'shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
);

test('[CP1] no source but the table of courses names an event, a checkpoint or a climb', () => {
  expect(files.length).toBeGreaterThan(300);
  const namedIn = files
    .filter((path) => path !== TABLE)
    .flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .filter((line) => NAMED.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(namedIn, `it follows from ${TABLE}`).toEqual([]);
});

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
