import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import type { TestRedisClient } from '#tests/support/ingest-scans.ts';

/** Whether the service has core 0 to itself, and everything else shares core 1. */
export const HAS_CORE = hasCores();

function hasCores(): boolean {
  try {
    execFileSync('taskset', ['--cpu-list', '0,1', 'true']);
    return true;
  } catch {
    return false;
  }
}

/** A command line that runs a program with Node on the core of the service. */
export function onServiceCore(program: string): [command: string, args: string[]] {
  if (!HAS_CORE) return [process.execPath, [program]];
  return ['taskset', ['--cpu-list', '0', process.execPath, program]];
}

/** Moves this process and its later children away from the core of the service. */
export function leaveServiceCore(): void {
  const args = ['--all-tasks', '--pid', '--cpu-list', '1', String(process.pid)];
  if (HAS_CORE) execFileSync('taskset', args);
}

/** The CPU time of a process with its threads and the kernel's share, in milliseconds. */
export function readCpuMs(pid: number): number {
  // The command, in brackets, may contain anything. Linux counts in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const inTicks = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
  // To the nanosecond, but without the threads that have ended.
  let exactNs = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    exactNs += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return Math.max(inTicks, exactNs / 1e6);
}

/** The resident set of a process, in bytes. */
export function readMemory(pid: number): number {
  const [, kB = '0'] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) * 1_024;
}

/** The work of a Redis in a span. */
export interface RedisWork {
  /** The number of commands, including those of scripts. */
  readonly calls: number;
  readonly cpuMs: number;
  readonly bytesSent: number;
}

/** Resets the counts of Redis; the returned function reads them. */
export async function countRedisWork(client: TestRedisClient): Promise<() => Promise<RedisWork>> {
  const read = async (section: string, name: string): Promise<number> =>
    Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(await client.info(section))?.[1]);
  const readCpu = async (): Promise<number> =>
    1_000 * ((await read('cpu', 'used_cpu_sys')) + (await read('cpu', 'used_cpu_user')));
  const cpuBefore = await readCpu();
  await client.configResetStat();
  return async () => {
    const statistics = await client.info('commandstats');
    const counts = statistics.matchAll(/^cmdstat_\S+:calls=(\d+)/gm);
    return {
      calls: Array.from(counts).reduce((sum, [, count]) => sum + Number(count), 0),
      cpuMs: (await readCpu()) - cpuBefore,
      bytesSent: await read('stats', 'total_net_output_bytes'),
    };
  };
}

/** The value that this share of the values does not exceed; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
