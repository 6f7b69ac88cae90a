import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { describeNews } from '#shared/news/describe-news.ts';
import { findNews } from '#shared/news/passings.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { cy } from '#shared/texts/cy.ts';
import { en } from '#shared/texts/en.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { buildConfig } from '#tests/support/builders.ts';

const START_MS = Date.UTC(2026, 5, 20, 9);

function describeAt(agoMs: number, given: Partial<UnrankedResult>, texts = en, finishMs?: number) {
  const result = buildResult({
    firstName: 'Heledd',
    lastName: 'Bevan',
    ageGroup: 'FU23',
    startedAtMs: START_MS,
    ...given,
  });
  const ahead = buildResult({ runnerId: 'ahead', totalMs: 1, splitsMs: [1, 1, 1, 1, 1, 1] });
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll([ahead, result], { BB: 0, PB: 2, UB: 0 });
  const news = findNews([], result, USUAL_COURSES);
  if (!news) throw new Error('there is no news');
  const nowMs = (news.atMs ?? START_MS) + agoMs;
  const text = describeNews(news, { standings, config: buildConfig(), nowMs, texts, finishMs });
  standings.remove(result.runnerId);
  expect(describeNews(news, { standings, config: buildConfig(), nowMs, texts })).toBeUndefined();
  return text;
}

const AT_CP2 = { splitsMs: [60 * MINUTE_MS, 90 * MINUTE_MS, null, null, null, null] };

test('news is one sentence with name, point, places and expected finish', () => {
  expect(describeAt(0, AT_CP2)).toBe('Heledd Bevan passed Carn Ingli, 2nd');
  expect(describeAt(0, AT_CP2, en, Date.UTC(2026, 5, 20, 12, 40))).toBe(
    'Heledd Bevan passed Carn Ingli, 2nd, finish about 13:40',
  );
  expect(describeAt(7 * MINUTE_MS, AT_CP2)).toBe('Heledd Bevan passed Carn Ingli, 2nd, 7 min ago');
  expect(describeAt(0, { totalMs: 11_564_000 })).toBe(
    'Heledd Bevan finished: 3:12:44, 2nd, 1st FU23',
  );
  expect(describeAt(0, { status: 'dnf' })).toBe('Heledd Bevan is out of the race');
});

test('an Arabic name does not turn round the rest of the sentence', () => {
  const arabic = { firstName: 'ليلى', lastName: 'حداد' };
  expect(describeAt(0, { ...AT_CP2, ...arabic })).toBe(
    '\u2068ليلى حداد\u2069 passed Carn Ingli, 2nd',
  );
});

test('news names private runners by bib, in the reader’s language', () => {
  const hidden = { firstName: '', lastName: '', ageGroup: '', bibNumber: '363' };
  expect(describeAt(0, { ...AT_CP2, ...hidden })).toBe('bib\u00A0363 passed Carn Ingli, 2nd');
  expect(describeAt(0, AT_CP2, cy)).toBe('Mae Heledd Bevan wedi pasio Carn Ingli, 2il');
});
