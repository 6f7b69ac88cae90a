import { expect, test } from 'vitest';

import { judgeReach } from '#client/spectators/news/judge-reach.ts';

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
  expect(judgeReach(notify, push, false)).toEqual({ isOn, reach, ...(why && { why }) });
  expect(judgeReach(notify, push, true).isOn).toBe(false);
});

test('[FW13] what was stopped says how far a press would reach', () => {
  expect(judgeReach('granted', 'off', true)).toEqual({ isOn: false, reach: 'closed' });
  expect(judgeReach('granted', 'none', true)).toEqual({ isOn: false, reach: 'tab' });
});
