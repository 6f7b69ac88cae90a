import { expect, test } from 'vitest';

import { describeName } from '#shared/format/describe-name.ts';

const WORDS = { bibOf: (bib: string) => `bib ${bib}`, runner: 'Runner' };

test.each([
  [{ firstName: 'Siân', lastName: 'Prydderch', bibNumber: '88' }, 'Siân Prydderch'],
  [{ firstName: 'Madonna', lastName: '', bibNumber: '88' }, 'Madonna'],
  [{ firstName: '', lastName: '', bibNumber: 'W1' }, 'bib W1'],
  [{ firstName: '', lastName: '', bibNumber: '' }, 'Runner'],
])('[PV7] %o is called %s', (runner, name) => expect(describeName(runner, WORDS)).toBe(name));
