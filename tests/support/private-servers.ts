import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A launcher that holds the private Redis of a folder, and has no program. */
export const HOLD_REDIS = join(import.meta.dirname, 'hold-redis.mjs');
/** What it says when it has one, with the address. */
export const READY = /ready at (\S+)/;

/** The launchers' note of the server; without a pid while it is being started. */
export interface ServerRecord {
  readonly port: number;
  readonly pid?: number;
}

export function readRecord(dataDir: string): ServerRecord {
  return JSON.parse(readFileSync(join(dataDir, 'redis', 'server.json'), 'utf8')) as ServerRecord;
}

export function killServer(dataDir: string): void {
  for (const pid of listServers(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The process ids of the Redis servers on the port of the folder's record. */
export function listServers(dataDir: string): number[] {
  if (!existsSync(join(dataDir, 'redis', 'server.json'))) return [];
  const { port } = readRecord(dataDir);
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const ours = new RegExp(`redis-server .*[: ]${port}\\b`);
  return lines.filter((line) => ours.test(line)).map((line) => Number.parseInt(line, 10));
}
