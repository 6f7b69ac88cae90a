import { expect, onTestFinished, test } from 'vitest';

import { type FleetRun, InstanceFleet } from './instance-fleet.ts';
import { countScanCommands } from './parts/instances.ts';

const PLAN = { scans: 10, pauseMs: 20 };
/** Redis is looked into by the test itself, over two connections. */
const OF_THE_TEST = 2;

test('[FL5] Redis does the same for a scan whether nobody watches or hundreds do, and tells each instance once', async () => {
  const fleet = await InstanceFleet.start();
  onTestFinished(() => fleet.stop());
  await fleet.grow(1);
  const alone = await fleet.run(0, PLAN);
  await fleet.grow(2);
  const quiet = await fleet.run(0, PLAN);
  const watched = await fleet.run(300, PLAN);

  // Of each scan: three fields that are set once, the version, the oldest change dropped, the news.
  const ofScans = { commands: 6 * PLAN.scans, published: PLAN.scans };
  expect(describeRun(alone)).toEqual({ ...ofScans, connections: 2 + OF_THE_TEST, listeners: 1 });
  const ofTwo = { ...ofScans, connections: 4 + OF_THE_TEST, listeners: 2 };
  expect(describeRun(quiet)).toEqual(ofTwo);
  expect(describeRun(watched)).toEqual(ofTwo);
  // What an instance asks for by itself goes by the second, and nobody who watches adds to it. An
  // instance that has just begun looks some times more.
  for (const run of [quiet, watched]) {
    expect(ownCalls(run)).toBeLessThanOrEqual(40 + 4 * Math.ceil(run.seconds));
  }
  expect(watched.delivered).toBe(watched.due);
  expect(watched.due).toBeGreaterThanOrEqual(300);
});

function describeRun(run: FleetRun): object {
  return {
    commands: countScanCommands(run),
    published: run.work.calls.get('publish'),
    connections: run.work.connections,
    listeners: run.listeners,
  };
}

/** How often the instances looked at the head. */
function ownCalls({ work }: FleetRun): number {
  return work.calls.get('hmget') ?? 0;
}
