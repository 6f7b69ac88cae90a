import { expect, test } from 'vitest';

import type { BodyOrPromise, CachedBody } from '#server/web/cached-body.ts';
import { StepwiseBody } from '#server/web/stepwise-body.ts';

/** A content whose body takes three steps, and turns that others take when they are let. */
function openBody({ maxAgeMs = Infinity, isSmall = false } = {}) {
  const state = { version: 1, begun: 0, turns: 0, isBroken: false };
  const waiting: (() => void)[] = [];
  const body = new StepwiseBody(
    {
      tag: () => `"${state.version}"`,
      isSmall: () => isSmall,
      maxAgeMs,
      *make() {
        state.begun += 1;
        const { version } = state;
        yield;
        if (state.isBroken) throw new Error('It cannot be made.');
        yield;
        return { etag: `"${version}"`, bytes: Buffer.from(`body ${version}`) };
      },
    },
    () => {
      state.turns += 1;
      return new Promise<void>((resolve) => waiting.push(resolve));
    },
  );
  const letOne = async (): Promise<void> => {
    waiting.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  const letOthers = async (): Promise<void> => {
    while (waiting.length > 0) await letOne();
  };
  return { body, state, letOne, letOthers };
}

const soon = async (body: BodyOrPromise): Promise<CachedBody> => body;

const LATER_MS = 60_000;

test('[CL5] others have a turn before each step, and all who wait get the one body', async () => {
  const { body, state, letOthers } = openBody();
  const asked = [body.get(0), body.get(0), body.get(1)];
  expect(state.begun).toBe(0);
  await letOthers();
  const [first, ...others] = await Promise.all(asked.map(soon));
  expect(first?.etag).toBe('"1"');
  expect(others).toEqual([first, first]);
  expect(state).toMatchObject({ begun: 1, turns: 3 });
});

test('[CL5] a small body is there at once', () => {
  const { body, state } = openBody({ isSmall: true });
  expect(body.get(0)).toMatchObject({ etag: '"1"' });
  expect(state.turns).toBe(0);
});

test('[CL5] who asks while another is made gets the one before; who asked first gets the new one', async () => {
  const { body, state, letOthers } = openBody();
  const first = body.get(0);
  await letOthers();
  state.version = 2;
  const second = body.get(LATER_MS);
  expect(body.get(LATER_MS)).toBe(await first);
  await letOthers();
  expect((await second).etag).toBe('"2"');
  expect(body.get(LATER_MS)).toBe(await second);
});

test('[CL5] one that is too old is not given, also while another is made', async () => {
  const { body, letOthers } = openBody({ maxAgeMs: 10_000 });
  const first = body.get(0);
  await letOthers();
  expect(body.get(9_999)).toBe(await first);
  const asked = [body.get(LATER_MS), body.get(LATER_MS)];
  await letOthers();
  const [second, third] = await Promise.all(asked.map(soon));
  expect(second).not.toBe(await first);
  expect(third).toBe(second);
});

test('[CL5] after the clock was set back what changed is told all the same', async () => {
  for (const maxAgeMs of [10_000, Infinity]) {
    const { body, state, letOthers } = openBody({ maxAgeMs });
    void body.get(60 * LATER_MS);
    await letOthers();
    state.version = 2;
    const second = body.get(0);
    await letOthers();
    expect((await second).etag).toBe('"2"');
    expect(body.get(1)).toBe(await second);
  }
});

test('[PR3] what is replaced while its body is made is given to nobody', async () => {
  const { body, state, letOne, letOthers } = openBody();
  const asked = body.get(0);
  await letOne();
  state.version = 2;
  body.clear();
  const other = body.get(0);
  await letOthers();
  expect((await asked).etag).toBe('"2"');
  expect(await asked).toBe(await other);
  expect(state.begun).toBe(2);
});

test('[CL5] a body that cannot be made fails those who wait for it, and is tried again', async () => {
  const { body, state, letOthers } = openBody();
  state.isBroken = true;
  const asked = Promise.allSettled([body.get(0), body.get(0)]);
  await letOthers();
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  state.isBroken = false;
  const again = body.get(1);
  await letOthers();
  expect((await again).etag).toBe('"1"');
});
