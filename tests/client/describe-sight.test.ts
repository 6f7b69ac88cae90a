import { expect, onTestFinished, test, vi } from 'vitest';

import { describeSight, formatDay } from '#client/organisers/registration/describe-sight.ts';
import { buildConfig } from '#tests/support/builders.ts';

const ZONE = 'Pacific/Auckland';
const SEEN_MS = Date.UTC(2026, 5, 19, 22, 41, 7);
const config = buildConfig({ timeZone: ZONE, KOMs: 'Wall of Death,Carn Ingli' });

const seenAt = (lastPoint: string, scans: number) => ({
  bandID: '512',
  scans,
  lastPoint,
  lastTime: SEEN_MS,
});

test('[RULES MS2] a band says where and when it was last seen, on the clock of the race', () => {
  expect(formatDay(SEEN_MS, ZONE)).toBe('20/06/2026');
  expect(describeSight(seenAt('start,finish', 3), config, '20/06/2026')).toBe(
    'Start + Finish, 10:41:07 · 3 scans',
  );
  expect(describeSight(seenAt('kom2-end', 1), config, '21/06/2026')).toBe(
    'Carn Ingli end, 20/06/2026 10:41:07 · 1 scan',
  );
  // Nobody has the band, so no event says which course: the name is the same on all of them.
  expect(describeSight(seenAt('cp5', 1), config, '20/06/2026')).toBe(
    'Foel Drygarn (CP5), 10:41:07 · 1 scan',
  );
  expect(describeSight(seenAt('cp5', 1), { ...config, wayPoints: 'A' }, '20/06/2026')).toBe(
    'CP5, 10:41:07 · 1 scan',
  );
});

test('[RULES MS2] a thousand bands need one formatter', () => {
  const zone = 'America/St_Johns';
  let made = 0;
  const { DateTimeFormat } = Intl;
  class Counted extends DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof DateTimeFormat>) {
      super(...given);
      made += 1;
    }
  }
  Intl.DateTimeFormat = Counted as typeof DateTimeFormat;
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat;
    vi.restoreAllMocks();
  });
  const hidden = (['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const).map(
    (name) => vi.spyOn(Date.prototype, name),
  );
  const today = formatDay(SEEN_MS, zone);
  for (let scans = 1; scans <= 1_000; scans += 1) {
    describeSight(seenAt('finish', scans), { ...config, timeZone: zone }, today);
  }
  expect(made).toBe(1);
  for (const each of hidden) expect(each).not.toHaveBeenCalled();
});
