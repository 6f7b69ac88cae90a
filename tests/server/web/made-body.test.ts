import { afterEach, expect, test, vi } from 'vitest';

import { MadeBody } from '#server/web/cached-body.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A body with this size and time to make. */
function openBody({ maxAgeMs = Infinity, tookMs = 0, bytes = 0 } = {}) {
  const state = { version: 1, made: 0, isBroken: false };
  let clockMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
  const body = new MadeBody({
    tag: () => `"${state.version}"`,
    maxAgeMs,
    make: () => {
      state.made += 1;
      clockMs += tookMs;
      if (state.isBroken) throw new Error('It cannot be made.');
      return { text: 'x'.repeat(bytes) };
    },
  });
  /** Changes the content; whether a request then makes a new body. */
  const isMadeAt = (nowMs: number): boolean => {
    const { made } = state;
    state.version += 1;
    body.get(nowMs);
    return state.made > made;
  };
  return { body, state, isMadeAt };
}

test('[CL5] the body of a version is made once', () => {
  const { body, state } = openBody();
  const first = body.get(0);
  expect(first.etag).toBe('"1"');
  expect(body.get(MINUTE_MS)).toBe(first);
  state.version = 2;
  expect(body.get(MINUTE_MS).etag).toBe('"2"');
  expect(state.made).toBe(2);
});

test('[CL5] making takes at most a tenth of the time, and the last one is served in between', () => {
  const { body, isMadeAt } = openBody({ tookMs: 30 });
  const first = body.get(0);
  expect(isMadeAt(299)).toBe(false);
  expect(body.get(299)).toBe(first);
  expect(isMadeAt(300)).toBe(true);
  expect(isMadeAt(599)).toBe(false);
});

test('[CL5] one of more than a megabyte is made once a second at most', () => {
  const { body, isMadeAt } = openBody({ bytes: 1_000_001 });
  body.get(0);
  expect(isMadeAt(SECOND_MS - 1)).toBe(false);
  expect(isMadeAt(SECOND_MS)).toBe(true);
});

test('[CL5] one that is too old is not given', () => {
  const { body, state } = openBody({ maxAgeMs: 10 * SECOND_MS });
  const first = body.get(0);
  expect(body.get(10 * SECOND_MS - 1)).toBe(first);
  expect(body.get(10 * SECOND_MS)).not.toBe(first);
  expect(state.made).toBe(2);
});

test('[CL5] a body that cannot be made is tried again', () => {
  const { body, state } = openBody();
  state.isBroken = true;
  expect(() => body.get(0)).toThrow('It cannot be made.');
  state.isBroken = false;
  expect(body.get(0).etag).toBe('"1"');
});
