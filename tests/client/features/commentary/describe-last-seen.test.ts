import { expect, test } from 'vitest';

import { describeLastSeen } from '#client/features/commentary/SidePanels.tsx';
import { MINUTE_MS } from '#shared/model/time.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { buildConfig } from '#tests/support/builders.ts';

test('somebody read at the start alone has started', () => {
  const result = buildResult({ startedAtMs: 0 });
  expect(describeLastSeen(result, buildConfig(), 3 * MINUTE_MS, allEn)).toBe('Started');
});
