import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Result } from '#shared/model/result.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';

/** The output of `npm run race -- export`. */
export interface Exported {
  readonly runners: readonly Runner[];
  readonly scans: readonly StoredScan[];
  readonly results: readonly Result[];
}

/** Figures of the results, by name. */
export function countFigures({ runners, scans, results }: Exported): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const event of ['BB', 'PB', 'UB']) {
    const listed = results.filter((result) => result.events === event);
    const finished = listed.filter(({ status }) => status === 'finished');
    figures[`${event}.entered`] = runners.filter((runner) => runner.event === event).length;
    figures[`${event}.listed`] = listed.length;
    figures[`${event}.finished`] = finished.length;
    figures[`${event}.totalMs`] = sum(finished.map(({ totalMs }) => totalMs));
  }
  const passed = (isFinisher: boolean, with9K: boolean, with19K: boolean): number =>
    results.filter(
      ({ status, splitsMs: [at9K, at19K] }) =>
        (status === 'finished') === isFinisher &&
        (at9K !== null) === with9K &&
        (at19K !== null) === with19K,
    ).length;
  return {
    ...figures,
    finishedWithBoth: passed(true, true, true),
    finishedWithout9K: passed(true, false, true),
    finishedWithout19K: passed(true, true, false),
    lastSeenOnTheWay:
      passed(false, true, true) + passed(false, true, false) + passed(false, false, true),
    splitsMs: sum(results.flatMap(({ splitsMs }) => splitsMs)),
    crew: listStrayBands({ runners, scans }).length,
    stored: scans.length,
  };
}

/** The wristbands with reads that no runner holds. */
export function listStrayBands({
  runners,
  scans,
}: Pick<Exported, 'runners' | 'scans'>): readonly string[] {
  const held = new Set(runners.flatMap((runner) => bandsOf(runner)));
  const stray = scans.filter(({ bandId }) => !held.has(bandId));
  return [...new Set(stray.map(({ bandId }) => bandId))].toSorted();
}

/** The same figures by a few lines of awk over the controllers' files in a folder. */
export function countByAwk(folder: string): Record<string, number> {
  const script = fileURLToPath(new URL('chronotrack.awk', import.meta.url));
  const files = ['at=marks', 'FINISH1.mrk', 'at=9K', '9K.csv', 'at=19K', '19K.csv', 'at=mat'];
  const output = execFileSync('awk', ['-f', script, ...files, 'FINISH1.csv', 'FINISH2.csv'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const figures = output
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return Object.fromEntries(figures.map(([name, value]) => [name, Number(value)]));
}

function sum(times: readonly (number | null)[]): number {
  return times.reduce<number>((whole, time) => whole + (time ?? 0), 0);
}
