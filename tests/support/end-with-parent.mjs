import { spawn } from 'node:child_process';

/**
 * Sends a child process a signal when this process ends in any way: a shell waits for the end of a pipe that only this
 * process holds open. The shell ends with the child.
 * @param {import('node:child_process').ChildProcess} child
 * @param {'KILL' | 'TERM'} signal
 */
export function endWithParent(child, signal) {
  if (child.pid === undefined) return;
  // The shell ignores a terminal's signals to the group, which the child handles.
  const watch = `trap '' HUP INT TERM; read _; kill -${signal} ${child.pid}`;
  const watcher = spawn('sh', ['-c', watch], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Neither keeps this process alive.
  watcher.unref();
  /** @type {import('node:net').Socket} */ (watcher.stdin).unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
