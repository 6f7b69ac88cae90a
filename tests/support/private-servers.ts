import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A launcher without a program, which only runs the private Redis of a folder. */
export const HOLD_REDIS = join(import.meta.dirname, 'hold-redis.mjs');
/** Its message once Redis runs, with the address. */
export const READY = /ready at (\S+)/;

/** The process id of the last server on the folder. */
export function readPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'redis', 'redis.pid'), 'utf8'));
}

export function killServer(dataDir: string): void {
  for (const pid of listServers(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended since.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The process ids of the Redis servers on the socket of the folder. */
export function listServers(dataDir: string): number[] {
  if (!existsSync(join(dataDir, 'redis'))) return [];
  const socket = join(realpathSync(join(dataDir, 'redis')), 'redis.sock');
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return lines
    .split('\n')
    .filter((line) => line.includes('redis-server') && line.includes(socket))
    .map((line) => Number.parseInt(line, 10));
}
