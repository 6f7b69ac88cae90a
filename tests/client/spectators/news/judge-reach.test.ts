import { expect, test } from 'vitest';

import { judgeReach } from '#client/spectators/news/NewsControl.tsx';

test.each([
  ['an iPhone without the page on its home screen', 'install', true, 'page', 'install'],
  ['no push', 'none', true, 'page', undefined],
  ['refused', 'denied', true, 'page', 'blocked'],
  ['not turned on', 'off', false, 'closed', undefined],
  ['pushed', 'on', true, 'closed', undefined],
] as const)('how far news reaches: %s', (_, state, isOn, reach, why) => {
  const push = { state, isFailed: false };
  expect(judgeReach(push, false)).toEqual({ isOn, reach, ...(why && { why }) });
  expect(judgeReach(push, true)).toEqual({ isOn: false, reach, ...(why && { why }) });
});

test('after a failed sign-up it says that only the page has news, and a press tries again', () => {
  for (const state of ['off', 'on'] as const) {
    const push = { state, isFailed: true };
    expect(judgeReach(push, false)).toEqual({ isOn: true, reach: 'page', why: 'failed' });
    expect(judgeReach(push, true)).toEqual({ isOn: false, reach: 'closed' });
  }
});
