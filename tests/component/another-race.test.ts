import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { buildResult } from '#tests/client/support/build-result.ts';

import { ANOTHER_RACE } from './support/another-race.ts';
import { refuse } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const MINUTE = 60_000;
const splitsMs = [10 * MINUTE, 20 * MINUTE, 30 * MINUTE];
const RESULTS = [
  buildResult({
    runnerId: 'a',
    events: 'FELL',
    ageGroup: 'F45',
    totalMs: 40 * MINUTE,
    splitsMs,
    komsMs: [MINUTE],
  }),
  buildResult({
    runnerId: 'b',
    events: 'FELL',
    ageGroup: 'NB',
    firstName: 'Ŵan',
    totalMs: 41 * MINUTE,
    splitsMs,
    komsMs: [null],
  }),
];

function openResults(path: string): Promise<OpenScreen> {
  const totals = { FELL: 2 };
  return openScreen(path, {
    config: ANOTHER_RACE,
    results: RESULTS,
    starters: [],
    totals,
    prepare: (wire) =>
      wire.answer('GET /api/runner/:asked', () => refuse(404, { error: 'Nobody alone.' })),
  });
}

test('[RD1 CP4] the results of another race have its tabs, and in the splits each visit its own name', async () => {
  const { user } = await openResults('/');
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['Ras Fynydd2', 'Rhiw Ŵyl']);
  await user.click(await screen.findByText('Ŵan Prydderch'));
  const splits = within(await screen.findByRole('dialog'));
  const rows = splits.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(rows).toEqual(['Cylch 1', 'Bwlch', 'Cylch 2', 'Overall']);
});

test('[RD1] the filter of another race offers its sexes and categories', async () => {
  const { user } = await openResults('/');
  await user.click(await screen.findByRole('button', { name: /^Filter/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Show only' }));
  for (const [group, choices] of [
    ['Sex', ['Everyone ', 'Women 1', 'Non-binary 1']],
    ['Category', ['Everyone ', 'F45 1', 'NB 1']],
  ] as const) {
    const radios = within(sheet.getByRole('group', { name: group })).getAllByRole('radio');
    expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual(choices);
  }
});

test('[RD1 GP3] the page of a runner of neither sex has the place among them', async () => {
  await openResults('/runner/b');
  await expect
    .poll(() => screen.queryByText('of 1 non-binary')?.closest('li')?.textContent)
    .toBe('1st of 1 non-binary');
});
