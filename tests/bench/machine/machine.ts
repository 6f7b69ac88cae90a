import { cpus, loadavg, release, totalmem } from 'node:os';

import { ARE_CORES_APART, readFileLimit } from './cores.ts';

/** What the figures of a run belong to. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly system: string;
  readonly node: string;
  /** Whether the server had a core for itself. */
  readonly areCoresApart: boolean;
  readonly openFiles: number;
  /** How many processes had wanted a core in the last minute: what else the machine was doing. */
  readonly load: number;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    system: `${process.platform} ${release()}`,
    node: process.version,
    areCoresApart: ARE_CORES_APART,
    openFiles: readFileLimit(),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}
