import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The cores this process may run on. */
function listCores(): number[] {
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(readProc('self/status'))?.[1] ?? '';
  return allowed.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Empty where there is no such thing, as on a Mac. */
export function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The server under test has the first core for itself; all else shares the second. */
const [serverCore, clientCore] = chooseCores();

function chooseCores(): readonly [server: number | undefined, client: number | undefined] {
  const [first, second] = listCores();
  try {
    if (second !== undefined) execFileSync('taskset', ['--version']);
    return second === undefined ? [undefined, undefined] : [first, second];
  } catch {
    // Without taskset nothing is pinned, and the report says so.
    return [undefined, undefined];
  }
}

type Command = [command: string, args: string[]];

export function onServerCore(command: string, args: readonly string[]): Command {
  return onCore(serverCore, command, args);
}

export function onClientCore(command: string, args: readonly string[]): Command {
  return onCore(clientCore, command, args);
}

/** With as many open files as the system lets this user have. */
function onCore(core: number | undefined, command: string, args: readonly string[]): Command {
  const pin = core === undefined ? [] : ['taskset', '--cpu-list', String(core)];
  const raise = 'ulimit -n "$(ulimit -H -n)" && exec "$@"';
  return ['sh', ['-c', raise, 'sh', ...pin, command, ...args]];
}

/** How many files, and so connections, one process may have open. */
export function readFileLimit(): number {
  return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readProc('self/limits'))?.[1] ?? 1_024);
}

/** Moves this process, and what it starts from now on, away from the server's core. */
export function leaveServerCore(): void {
  if (clientCore === undefined) return;
  const args = ['--all-tasks', '--pid', '--cpu-list', String(clientCore), String(process.pid)];
  execFileSync('taskset', args);
}

export const ARE_CORES_APART = serverCore !== undefined;
