import { describe, expect, test } from 'vitest';

import { ServerClock } from '#client/live/server-clock.ts';

const hour = 3_600_000;

describe('the server’s time on the phone', () => {
  test('[SR12] the reading with the shortest round trip counts', () => {
    const clock = new ServerClock();
    expect(clock.add({ serverMs: 1_000, askedMs: 0, answeredMs: 800 })).toBe(true);
    expect(clock.offsetMs).toBe(600);
    expect(clock.add({ serverMs: 1_520, askedMs: 1_000, answeredMs: 1_040 })).toBe(true);
    expect(clock.offsetMs).toBe(500);
    expect(clock.add({ serverMs: 2_700, askedMs: 2_000, answeredMs: 2_300 })).toBe(false);
    expect(clock.offsetMs).toBe(500);
  });

  test('[SR12] a reading that contradicts the last one means that the phone’s clock was set', () => {
    const clock = new ServerClock();
    clock.add({ serverMs: 1_010, askedMs: 1_000, answeredMs: 1_020 });
    expect(clock.offsetMs).toBe(0);
    // The phone now shows an hour less; the answer takes longer than the first did.
    clock.add({ serverMs: 9_000_200, askedMs: 9_000_000 - hour, answeredMs: 9_000_400 - hour });
    expect(clock.offsetMs).toBe(hour);
  });

  test('[SR12] a reading during which the clock was set back is ignored', () => {
    const clock = new ServerClock();
    expect(clock.add({ serverMs: 1_000, askedMs: 5_000, answeredMs: 4_000 })).toBe(false);
    expect(clock.offsetMs).toBe(0);
  });
});
