import { execFileSync } from 'node:child_process';

/** The running children of a process whose command matches. */
export function listChildren(pid: number, command = /(?:)/): number[] {
  return listRunning().flatMap(([child, parent, args]) =>
    parent === pid && command.test(args) ? [child] : [],
  );
}

/** Which of these processes still run. */
export function listSurvivors(pids: readonly number[]): number[] {
  const running = new Set(listRunning().map(([pid]) => pid));
  return pids.filter((pid) => running.has(pid));
}

/** Each process with its parent and command, without zombies. */
function listRunning(): [pid: number, parent: number, args: string][] {
  const text = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    encoding: 'utf8',
  });
  return text.split('\n').flatMap((line): [number, number, string][] => {
    const [pid, parent, state = 'Z', ...args] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [[Number(pid), Number(parent), args.join(' ')]];
  });
}
