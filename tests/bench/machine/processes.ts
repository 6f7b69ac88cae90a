import { readdirSync } from 'node:fs';

import { readProc } from './cores.ts';

/** Linux tells processor time in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/** A process and all it has started. */
function listTree(pid: number): number[] {
  const children = listTasks(pid).flatMap((task) =>
    readProc(`${pid}/task/${task}/children`).trim().split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap((child) => listTree(child))];
}

function listTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has just ended.
    return [];
  }
}

/** The time of a core that a process and its children have used, in the kernel and outside. */
export function readCpuMs(pid: number): number {
  return listTree(pid).reduce((sum, each) => {
    // The command stands in brackets and may hold anything.
    const fields = readProc(`${each}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    const inTicks = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
    // To the nanosecond, but without the threads that have ended.
    const exact = listTasks(each).reduce(
      (ns, task) => ns + Number(readProc(`${each}/task/${task}/schedstat`).split(' ')[0] ?? 0),
      0,
    );
    return sum + Math.max(inTicks, exact / 1e6);
  }, 0);
}

/** The memory that a process and its children hold, in bytes. */
export function readMemory(pid: number): number {
  return listTree(pid).reduce((sum, each) => {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${each}/status`))?.[1] ?? '0';
    return sum + Number(kb) * 1_024;
  }, 0);
}
