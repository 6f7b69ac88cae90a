import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { planMerge } from '#server/features/import/merge-runners.ts';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { enter, getBandId } from '#tests/support/builders.ts';

import { getGood, importText, mergeText } from './support.ts';

const RACE = { setup: '', raceDays: USUAL_COURSES.byEvent(() => '2026-06-20') };

test('[IM3] planning a large merge yields to other requests', async () => {
  const lines = Array.from({ length: 5_000 }, (_, i) => `Siân,Rees ${i},Half`);
  const file = getGood(await importText(`firstName,lastName,event\n${lines.join('\n')}\n`));
  let turns = 0;
  const counting = new AbortController();
  const count = async (): Promise<void> => {
    for (; !counting.signal.aborted; turns += 1) await nextTurn();
  };
  void count();
  expect(await planMerge(file, [], RACE)).toMatchObject({ added: 5_000 });
  counting.abort();
  expect(turns).toBeGreaterThan(5);
});

test('[IM40] a changed sex changes a derived category, and a given one stays', async () => {
  const text = 'bibNumber,sex,dob\n7,F,\n8,F,\n9,,1950-01-01\n';
  const options = { event: 'BB', sex: 'M', birthDate: '1990-01-01', ageGroup: 'M-SNR' };
  const derived = { ...options, isAgeGroupDerived: true as const };
  const present = [
    enter('siân', 'Siân', 'Rees', { ...derived, bibNumber: '7' }),
    enter('mair', 'Mair', 'Rees', { ...options, bibNumber: '8' }),
    enter('dai', 'Dai', 'Rees', { ...derived, bibNumber: '9' }),
  ];
  const file = getGood(await mergeText(text, ['7', '8', '9']));
  const plan = await planMerge(file, present, RACE);
  expect(plan.changed.map(({ ageGroup }) => ageGroup)).toEqual(['F-SNR', 'M-SNR', 'M75']);
});

test('[IM40] a band that an entry had before is not given to it again', async () => {
  const earlier = { bibNumber: '8', earlierBandIds: [getBandId('501')] };
  const file = getGood(await mergeText('bibNumber,raceNumber\n8,501\n', ['8']));
  const plan = await planMerge(file, [enter('mair', 'Mair', 'Rees', earlier)], RACE);
  expect(plan).toMatchObject({ changed: [], unchanged: 1, faultCount: 0 });
});

test('[IM40 PV6] a private entry stays private where the file has no mark', async () => {
  const present = [enter('mair', 'Mair', 'Rees', { bibNumber: '8', isPrivate: true })];
  const file = getGood(await mergeText('bibNumber,runClub\n8,Harriers\n', ['8']));
  const { changed } = await planMerge(file, present, RACE);
  expect(changed).toMatchObject([{ runClub: 'Harriers', isPrivate: true }]);
});
