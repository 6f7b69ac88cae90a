import { spawn } from 'node:child_process';

/**
 * Has a child process sent a signal when this process has ended, by whatever signal: a shell waits for
 * the end of a pipe that this process alone holds open. It goes when the child has gone.
 * @param {import('node:child_process').ChildProcess} child
 * @param {'KILL' | 'TERM'} signal
 */
export function endWithParent(child, signal) {
  if (child.pid === undefined) return;
  // Signals that a terminal sends to the group are left to the child.
  const watch = `trap '' HUP INT TERM; read _; kill -${signal} ${child.pid}`;
  const watcher = spawn('sh', ['-c', watch], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Neither keeps this process alive.
  watcher.unref();
  /** @type {import('node:net').Socket} */ (watcher.stdin).unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
