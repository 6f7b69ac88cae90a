import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The bundle of the scanner lies beside that of the demo. */
const SCANNER = path.join(import.meta.dirname, 'scanner.mjs');

/**
 * Runs the scanner process as `npm run scanner` does and waits for its end.
 * `stop` ends it as Ctrl-C would. Returns its exit status; null when a signal
 * ended it.
 */
export async function runScanner(
  args: readonly string[],
  stop: AbortSignal,
): Promise<number | null> {
  // What the launcher loads into its programs goes on to theirs, so that none of them outlives it.
  const child = spawn(process.execPath, [...process.execArgv, SCANNER, ...args, '--quiet'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const onStop = (): void => void child.kill('SIGTERM');
  stop.addEventListener('abort', onStop);
  try {
    if (stop.aborted) onStop();
    const [status] = (await once(child, 'exit')) as [number | null];
    return status;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}
