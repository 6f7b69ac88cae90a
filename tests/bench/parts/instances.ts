import { type FleetRun, InstanceFleet } from '../instance-fleet.ts';
import type { BenchPart, BenchRow, BenchSize } from './part.ts';

interface Plan {
  readonly instances: readonly number[];
  readonly spectators: readonly number[];
  readonly scans: number;
  readonly pauseMs: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { instances: [1, 2], spectators: [0, 40], scans: 10, pauseMs: 50 },
  small: { instances: [1, 2, 4], spectators: [0, 200, 1_000], scans: 50, pauseMs: 100 },
  full: { instances: [1, 2, 4, 8], spectators: [0, 200, 1_000], scans: 100, pauseMs: 100 },
};

/** Commands of which a scan has some and an instance none, however long it runs. */
const OF_SCANS = ['hsetnx', 'hincrby', 'hdel', 'publish'] as const;

/** How often Redis was asked for something that only a scan asks for. */
export function countScanCommands({ work }: FleetRun): number {
  return OF_SCANS.reduce((sum, name) => sum + (work.calls.get(name) ?? 0), 0);
}

/** (i): what Redis does for more instances, and for more spectators. */
export const instances: BenchPart = {
  id: 'i',
  title: 'several instances on one Redis',
  async run({ size }) {
    const { instances: counts, spectators: crowds, ...scans } = PLANS[size];
    const fleet = await InstanceFleet.start();
    const runs: FleetRun[] = [];
    try {
      for (const count of counts) {
        await fleet.grow(count);
        for (const crowd of crowds) runs.push(await fleet.run(crowd, scans));
      }
    } finally {
      await fleet.stop();
    }
    const [most, crowd] = [Math.max(...counts), Math.max(...crowds)];
    const find = (instanceCount: number, spectators: number): FleetRun => {
      const isOne = (run: FleetRun): boolean =>
        run.instances === instanceCount && run.spectators === spectators;
      const found = runs.find(isOne);
      if (found) return found;
      throw new Error(`There was no run of ${instanceCount} instances and ${spectators}.`);
    };
    const [quiet, watched, alone] = [find(most, 0), find(most, crowd), find(1, crowd)];
    const inSpectators = `${crowd} spectators / none, ${most} instances`;
    const inInstances = `${most} instances / 1, ${crowd} spectators`;
    return {
      rows: [
        compare('Redis, commands of scans', inSpectators, countScanCommands, watched, quiet),
        compare('Redis, CPU a second, ms', inSpectators, perSecond(readCpu), watched, quiet),
        compare('Redis, CPU a second, ms', inInstances, perSecond(readCpu), watched, alone),
        compare('Redis, calls a second', inInstances, perSecond(countCalls), watched, alone),
        compare('Redis, bytes sent a scan', inSpectators, sentPerScan, watched, quiet),
        compare('Redis, bytes sent a scan', inInstances, sentPerScan, watched, alone),
      ],
      growth: [
        {
          name: 'CPU of Redis a second',
          of: 'instances',
          unit: 'ms',
          points: counts.map((count) => [count, perSecond(readCpu)(find(count, crowd))] as const),
        },
        {
          name: 'bytes that Redis sends a scan',
          of: 'instances',
          unit: 'bytes',
          points: counts.map((count) => [count, sentPerScan(find(count, crowd))] as const),
        },
        {
          name: 'CPU of Redis a second',
          of: 'spectators',
          unit: 'ms',
          points: crowds
            .filter((spectators) => spectators > 0)
            .map((spectators) => [spectators, perSecond(readCpu)(find(most, spectators))] as const),
        },
      ],
      due: runs.reduce((sum, run) => sum + run.due, 0),
      delivered: runs.reduce((sum, run) => sum + run.delivered, 0),
      remarks: [],
    };
  },
};

const readCpu = ({ work }: FleetRun): number => work.cpuMs;
const sentPerScan = ({ work, scans }: FleetRun): number => work.bytesSent / scans;
const countCalls = ({ work }: FleetRun): number =>
  [...work.calls.values()].reduce((sum, calls) => sum + calls, 0);

function perSecond(read: (run: FleetRun) => number): (run: FleetRun) => number {
  return (run) => read(run) / run.seconds;
}

function compare(
  bench: string,
  ratio: string,
  read: (run: FleetRun) => number,
  above: FleetRun,
  below: FleetRun,
): BenchRow {
  const [more, less] = [read(above), read(below)];
  return {
    bench,
    ratio,
    value: more / less,
    figures: { above: more.toFixed(1), below: less.toFixed(1) },
  };
}
