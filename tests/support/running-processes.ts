import { execFileSync } from 'node:child_process';

/** The running processes that a process has started. */
export function listChildren(pid: number): number[] {
  return listRunning().flatMap(([child, parent]) => (parent === pid ? [child] : []));
}

/** Which of these processes still run. */
export function listSurvivors(pids: readonly number[]): number[] {
  const running = new Set(listRunning().map(([pid]) => pid));
  return pids.filter((pid) => running.has(pid));
}

/** Each process with its parent; without those that have ended and wait to be fetched. */
function listRunning(): [pid: number, parent: number][] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const [pid, parent, state = 'Z'] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [[Number(pid), Number(parent)] as [number, number]];
  });
}
