import { expect, test } from 'vitest';

import { judgeReach } from '#client/spectators/news/NewsControl.tsx';

test.each([
  ['an iPhone without the page on its home screen', 'none', 'install', true, 'page', 'install'],
  ['plain HTTP', 'none', 'none', true, 'page', undefined],
  ['refused', 'denied', 'denied', true, 'page', 'blocked'],
  ['not asked yet', 'unasked', 'off', false, 'closed', undefined],
  ['not asked yet, no worker', 'unasked', 'none', false, 'tab', undefined],
  ['pushed', 'granted', 'on', true, 'closed', undefined],
  ['a push service that takes nobody', 'granted', 'off', true, 'tab', undefined],
  ['no worker', 'granted', 'none', true, 'tab', undefined],
] as const)('[FW13] how far news reaches: %s', (_, notify, push, isOn, reach, why) => {
  const state = { state: push, isFailed: false };
  expect(judgeReach(notify, state, false)).toEqual({ isOn, reach, ...(why && { why }) });
  expect(judgeReach(notify, state, true).isOn).toBe(false);
});

test('[FW13] what was stopped says how far a press would reach', () => {
  expect(judgeReach('granted', { state: 'off', isFailed: false }, true)).toEqual({
    isOn: false,
    reach: 'closed',
  });
  expect(judgeReach('granted', { state: 'none', isFailed: false }, true)).toEqual({
    isOn: false,
    reach: 'tab',
  });
});

test('[FW13] where signing up failed it says that only an open tab tells, and a press tries again', () => {
  for (const state of ['off', 'on'] as const) {
    const push = { state, isFailed: true };
    expect(judgeReach('granted', push, false)).toEqual({ isOn: true, reach: 'tab', why: 'failed' });
    expect(judgeReach('granted', push, true)).toEqual({ isOn: false, reach: 'closed' });
  }
});
