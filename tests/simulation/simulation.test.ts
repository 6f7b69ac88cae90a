import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { courses } from './course.ts';
import { ModelDisk } from './model-disk.ts';
import { ModelRedis } from './model-redis.ts';
import { runCourse } from './run-course.ts';
import { describeCourse, simulate } from './simulate.ts';
import type { Sabotage } from './site.ts';
import { Process, World } from './world.ts';

const SEED = 7;

test('[DX1] the same course happens in the same way, to the last event', async () => {
  const [course] = fc.sample(courses(), { seed: SEED, numRuns: 1 });
  if (!course) throw new Error('there is no course');
  const [first, second] = [await runCourse(course), await runCourse(course)];
  expect(second.digest).toBe(first.digest);
  expect(second).toEqual(first);
  const other = await runCourse({ ...course, seed: course.seed + 1 });
  expect(other.digest).not.toBe(first.digest);
});

function createRedis(): ModelRedis {
  return new ModelRedis(new World(SEED), new Process('redis'), {});
}

test('[DX2] a script with more of Lua than the simulation knows ends the run', () => {
  expect(() => createRedis().run(['EVAL', 'while true do end', '0'])).toThrow(/WhileStatement/);
  expect(() => createRedis().run(['EVAL', "return ('a'):match('.')", '0'])).toThrow(/know/);
});

test('[DX3] a machine that dies keeps what was synced, and a copy that takes over lacks the last changes', async () => {
  const world = new World(SEED);
  const disk = new ModelDisk(world);
  const file = await disk.calls.open('/mat/journal', 'w');
  const write = async (text: string, at: number): Promise<void> => {
    const done = file.write(Buffer.from(text), 0, text.length, at);
    await world.runUntil(world.nowMs + 10);
    await done;
  };
  await write('synced', 0);
  const synced = file.datasync();
  await world.runUntil(world.nowMs + 10);
  await synced;
  await write(' and more', 6);
  disk.crash('/mat/');
  const { bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
  expect(bytesRead).toBeGreaterThanOrEqual(6);
  expect(bytesRead).toBeLessThan(15);

  const redis = createRedis();
  for (const scan of ['a', 'b']) redis.run(['HSET', 'scans', scan, '{}']);
  redis.failOver(1);
  expect(redis.run(['HGETALL', 'scans'])).toEqual(['a', '{}']);
});

test('[DX4] whatever fails, all that was acknowledged is there once, and everybody shows it', async () => {
  const { failing, events } = await simulate({ seed: SEED, events: 5_000 });
  expect(failing && describeCourse(failing)).toBeUndefined();
  expect(events).toBeGreaterThanOrEqual(5_000);
});

test.each<[string, { sabotage?: Sabotage; lagging?: boolean }, string, number]>([
  ['a stored read that is forgotten', { sabotage: { forgetsRead: true } }, 'lost', 1],
  [
    'a message of the feed that is empty on its way',
    { sabotage: { losesRows: true } },
    'divergent',
    1,
  ],
  ['a copy that takes over before it has everything', { lagging: true }, 'lost', 2],
])('[DX5] %s is found, and the course to it is short', async (_name, options, verdict, most) => {
  const { failing } = await simulate({ seed: SEED, events: 100_000, most: 5, ...options });
  expect(failing?.findings.map((one) => one.verdict)).toContain(verdict);
  expect(failing?.course.steps.length).toBeLessThanOrEqual(most);
});
