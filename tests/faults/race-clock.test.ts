import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { layOver, compileOverlay } from '#tests/harness/overlay.ts';
import { RaceClock } from '#tests/harness/race-clock.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { startProcess } from '#tests/support/process.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

async function openClock(): Promise<RaceClock> {
  return new RaceClock(join(createTempFolder(), 'clock'), await compileOverlay('clock-shift'));
}

/** Prints both clocks of a process, and of one that it has started, for each line that it is given. */
const TELL = `
  const { execFileSync } = require('node:child_process');
  const tell = 'console.log(JSON.stringify({ now: Date.now() }))';
  process.stdin.on('data', () => {
    const begun = JSON.parse(execFileSync(process.execPath, ['-e', tell]));
    console.log(JSON.stringify({ now: Date.now(), begun: begun.now, steady: performance.now() }));
  });
`;

test('[HN19] a process, and what it starts, sees the time of day go back and on an hour, and its steady clock go on', async () => {
  const clock = await openClock();
  const told = startProcess(process.execPath, ['-e', TELL], { env: layOver(clock.env) });
  onTestFinished(async () => void (await told.kill('SIGKILL')));
  let steady = 0;
  for (const [index, aheadMs] of [0, -HOUR_MS, HOUR_MS, 0].entries()) {
    clock.set(aheadMs);
    told.write('now\n');
    const [line] = await told.waitForOutput(new RegExp(`(?:.*\\n){${index + 1}}`));
    const said = JSON.parse(line.trim().split('\n').at(-1) ?? '') as Record<
      'now' | 'begun' | 'steady',
      number
    >;
    for (const sees of [said.now, said.begun]) {
      expect(Math.abs(sees - Date.now() - aheadMs)).toBeLessThan(30 * MINUTE_MS);
    }
    expect(said.steady).toBeGreaterThan(steady);
    steady = said.steady;
  }
});

test('[HN19] Redis sees it too', async () => {
  const clock = await openClock();
  const redis = await startRedis({ env: layOver(clock.env) });
  onTestFinished(() => redis.stop());
  const client = await connectRedis(redis.url);
  onTestFinished(() => client.destroy());
  for (const aheadMs of [HOUR_MS, -HOUR_MS, 0]) {
    clock.set(aheadMs);
    const sees = await client.time();
    expect(Math.abs(Number(sees[0]) * 1_000 - Date.now() - aheadMs)).toBeLessThan(30 * MINUTE_MS);
  }
});

test('[HN19] several overlays are laid over one process', () => {
  expect(layOver()).toEqual({});
  expect(layOver(undefined, { LD_PRELOAD: 'a', ONE: '1' })).toEqual({ LD_PRELOAD: 'a', ONE: '1' });
  expect(layOver({ LD_PRELOAD: 'a', ONE: '1' }, { LD_PRELOAD: 'b', TWO: '2' })).toEqual({
    LD_PRELOAD: 'a:b',
    ONE: '1',
    TWO: '2',
  });
});
