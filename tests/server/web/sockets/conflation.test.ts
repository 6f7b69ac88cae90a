import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ConflatedPush, steady } from '#server/web/sockets/push-pace.ts';

describe('[PR12] on a clock of the test’s own', () => {
  const INTERVAL_MS = 250;
  let pushes: number[] = [];
  let push: ConflatedPush;
  beforeEach(() => {
    vi.useFakeTimers();
    pushes = [];
    push = new ConflatedPush(() => pushes.push(Date.now()), steady(INTERVAL_MS));
  });
  afterEach(() => {
    push.close();
    vi.useRealTimers();
  });
  const sinceStart = (): number[] => pushes.map((atMs) => atMs - (pushes[0] ?? 0));

  test('a push while idle goes out at once', () => {
    for (let i = 1; i <= 3; i += 1) {
      push.request();
      expect(pushes).toHaveLength(i);
      vi.advanceTimersByTime(INTERVAL_MS);
    }
  });

  test('pushes during an interval go out together at its end, and none is lost', () => {
    for (let i = 0; i < 200; i += 1) {
      push.request();
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(sinceStart()).toEqual([0, 250, 500, 750, 1_000]);
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(pushes).toHaveLength(5);
  });

  test('a closed one pushes nothing more', () => {
    push.request();
    push.request();
    push.close();
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(pushes).toHaveLength(1);
  });
});
