import type { ServerConfig } from '#server/config.ts';
import { isRaceMoment } from '#shared/model/instant.ts';

import type { JournalFolder } from './journal/journal-folder.ts';
import { openJournalFolder } from './journal/journal-folder.ts';
import { findLeftJournals } from './journal/journal-recovery.ts';
import { takeSourceLock } from './journal/source-lock.ts';
import type { ScannerOptions } from './options.ts';
import { ConsoleOutput } from './output/console-output.ts';
import { createScannerContext } from './scanner-context.ts';
import { ScannerRun } from './scanner-run.ts';
import type { Shutdown } from './shutdown.ts';

/** The scanner cannot do its work at all; the message says why and what to do. */
export class ScannerError extends Error {
  override readonly name = 'ScannerError';
}

/**
 * Runs a scanner to its end. Returns whether everything that came in, now and
 * in earlier runs of the same source, is in Redis.
 */
export async function runScanner(
  options: ScannerOptions,
  config: ServerConfig,
  shutdown: Shutdown,
): Promise<boolean> {
  if (!isRaceMoment(Date.now())) {
    throw new ScannerError(
      `The clock of this computer says ${new Date().toISOString()}: set it first.`,
    );
  }
  const folder = await openFolder(config.dataDir, options.source);
  const lock = await takeSourceLock(folder.path, options.source);
  const output = new ConsoleOutput({
    stdout: process.stdout,
    stderr: process.stderr,
    isQuiet: options.isQuiet,
    isFile: options.input.kind === 'file',
  });
  try {
    const say = (text: string): void => output.say(text);
    const left = await findLeftJournals(folder, config.raceKey, say);
    const context = await createScannerContext({ options, config, shutdown, folder, say });
    try {
      const run = new ScannerRun({ context, shutdown, choice: options.input, left, say });
      output.start(() => run.snapshot);
      const isAllStored = await run.run();
      output.finish(run.snapshot);
      return isAllStored;
    } finally {
      await context.dispose();
    }
  } finally {
    output.stop();
    await lock.release();
  }
}

async function openFolder(dataDir: string, source: string): Promise<JournalFolder> {
  try {
    return await openJournalFolder(dataDir, source);
  } catch (error) {
    throw new ScannerError(
      `The journal of ${source} cannot be kept in ${dataDir} (${(error as Error).message}). ` +
        'Set DATA_DIR to a folder that this user may write.',
      { cause: error },
    );
  }
}
