import { expect, test } from 'vitest';

import { describeCheck } from '#client/features/runners/ToCheckSection.tsx';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildConfig } from '#tests/support/builders.ts';

const CONFIG = buildConfig({ distances: 'Half,Full,Ultra', wayPoints: '' });
const enter = (runnerId: string, lastName: string) =>
  buildAdminRunner({ runnerId, firstName: 'Mair', lastName, bibNumber: '214', event: 'BB' });
const ELLIS = enter('ellis', 'Ellis');
const find = (runnerId: string) => (runnerId === 'ellis' ? ELLIS : undefined);

const LEG = { kind: 'fast-leg', from: 'cp1', to: 'cp2', legMs: 250_000 } as const;
test.each<readonly [sentence: string, reason: CheckReason]>([
  [
    'read at CP2 and CP4, which are not on the Half',
    { kind: 'other-course', points: ['cp2', 'cp4'] },
  ],
  [
    'the time by hand puts them at the finish at 12:03:00, but they were read at CP6 at 12:13:05',
    {
      kind: 'by-hand',
      point: 'finish',
      atMs: Date.UTC(2026, 5, 20, 11, 3),
      readAt: 'cp6',
      readMs: Date.UTC(2026, 5, 20, 11, 13, 5),
    },
  ],
  [
    'at the finish at 12:03:00, and only then read at CP2 and CP3: read there on the way out, or by a wrong clock',
    { kind: 'early-finish', atMs: Date.UTC(2026, 5, 20, 11, 3), points: ['cp2', 'cp3'] },
  ],
  [
    'not read at CP1 though seen at the finish',
    { kind: 'missed', points: ['cp1'], later: 'finish' },
  ],
  ['not read at the start, unlike others in the Half', { kind: 'no-start' }],
  ['CP1 to CP2 in 4:10; nobody else took under 19:00', { ...LEG, othersMs: 1_140_000, asFast: 1 }],
  [
    'their reads would make sense with the bands swapped: Mair Ellis (bib 214)',
    { kind: 'swap', runnerId: 'ellis' },
  ],
  ['bib 214 is also somebody else and 2 more', { kind: 'same-bib', runnerId: 'gone', others: 3 }],
])('each reason is a plain sentence: %s', (sentence, reason) => {
  expect(describeCheck(reason, enter('siân', 'Siân'), CONFIG, find)).toBe(sentence);
});
