import type { ImportSample } from '#shared/wire/import-mapping.ts';

import type { NewRunner } from './import-outcome.ts';

/** So many runners stand for the file, and as many again whose names tell whether accents came out right. */
const MOST = 3;

/** Some runners as they were read, in the order of the file, so that somebody sees a column that was mistaken. */
export function chooseSamples(
  runners: readonly NewRunner[],
  lines: readonly number[],
): readonly ImportSample[] {
  const samples: ImportSample[] = [];
  for (const [index, runner] of runners.entries()) {
    if (samples.length === 2 * MOST) break;
    if (index < MOST || hasAccents(runner)) samples.push(presentSample(runner, lines[index] ?? 0));
  }
  return samples;
}

function presentSample(runner: NewRunner, line: number): ImportSample {
  return {
    line,
    firstName: runner.firstName,
    lastName: runner.lastName,
    event: runner.event,
    ageGroup: runner.ageGroup,
    runClub: runner.runClub,
    bibNumber: runner.bibNumber,
    bandId: runner.bandId ?? '',
  };
}

function hasAccents({ firstName, lastName, runClub }: NewRunner): boolean {
  return /[^\p{ASCII}]/u.test(firstName + lastName + runClub);
}
