import { execFile } from 'node:child_process';
import path from 'node:path';

import type { Logger } from '#server/observe/logger.ts';
import { timing } from '#server/system/timing.mjs';
import { MINUTE_MS } from '#shared/model/time.ts';

const BACKUP_EVERY_MS = timing('backupEveryMs', 10 * MINUTE_MS);
/** A backup that takes longer hangs, and is ended. */
const MOST_MS = 5 * MINUTE_MS;

/**
 * Backs up the race into a folder every ten minutes if it changed (COMMANDS.md BK5). It runs the command in a process of
 * its own, so that neither its memory nor a full stick affects the service. Returns a function that stops it.
 */
export function keepBackups(folder: string, logger: Logger): () => void {
  const command = path.join(import.meta.dirname, 'race.mjs');
  let running: AbortController | undefined;
  const timer = setInterval(() => {
    if (running) return;
    const current = new AbortController();
    running = current;
    execFile(
      process.execPath,
      [command, 'backup', '--if-changed', folder],
      { timeout: MOST_MS, signal: current.signal },
      (error, stdout, stderr) => {
        running = undefined;
        if (current.signal.aborted) return;
        if (error) logger.error({ folder, said: stderr.slice(0, 1_000) }, 'No backup was made');
        else logger.info({ said: stdout.trim() }, 'Backed up');
      },
    );
  }, BACKUP_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    running?.abort();
  };
}
