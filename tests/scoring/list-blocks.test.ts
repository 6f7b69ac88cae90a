import { expect, test } from 'vitest';

import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import { describeTeamRules, listBlocks } from '#shared/scoring/list-blocks.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { de } from '#shared/texts/de.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildSetup } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildFinisher } from './build-finisher.ts';

test('a table of the women has the first three on the page, where a filter has the rest, and all in files', () => {
  const standings = new Standings(USUAL_COURSES);
  const women = [1, 2, 3, 4, 5].map((totalMs) =>
    buildFinisher({ runnerId: `w${totalMs}`, ageGroup: 'F40', totalMs }),
  );
  standings.replaceAll(women, { BB: 0, PB: 5, UB: 0 });
  const choice = { view: 'categories', event: 'PB', sex: undefined, isWhole: true } as const;
  const context = { standings, config: buildConfig(), texts: allEn };
  const [page] = listBlocks(choice, context);
  expect([page?.sex, page?.rows.length, page?.more]).toEqual(['F', 3, 2]);
  const [file] = listBlocks(choice, { ...context, most: { ofEach: 4, ofSex: 100, ofAll: 1_000 } });
  expect([file?.sex, file?.rows.length, file?.more]).toEqual(['F', 5, 0]);
});

test('team rules are in the language of the page, those of another race under their own names', () => {
  const choice = { view: 'teams', event: 'PB', sex: undefined, isWhole: true } as const;
  expect(describeTeamRules(choice, USUAL_COURSES, de)).toMatch(
    /^Frauen: die ersten 3 eines Vereins zählen, .*\. Männer: die ersten 4 /,
  );
  const teams = [{ name: 'Vets', sexes: ['F'], count: 2, by: 'time' }] as const;
  expect(describeTeamRules(choice, new Courses(buildSetup({ teams })), allEn)).toBe(
    'Vets: the first 2 of a club count, the lowest sum of times wins.',
  );
});
