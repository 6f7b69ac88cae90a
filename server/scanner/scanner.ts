import type { ServerConfig } from '#server/config/config.ts';
import type { Shutdown } from '#server/system/shutdown.mjs';
import { isRaceMoment } from '#shared/model/instant.ts';

import { lockSource, openJournalFolder } from './journal/journal-folder.ts';
import { findEarlierJournals } from './journal/journal-recovery.ts';
import type { ScannerOptions } from './options.ts';
import { ConsoleOutput } from './output/console-output.ts';
import { createScannerContext } from './scanner-context.ts';
import { explainDiskErrors, ScannerError } from './scanner-error.ts';
import { ScannerRun } from './scanner-run.ts';

/**
 * Runs a scanner to its end. Returns whether everything that came in, now and
 * in earlier runs of the same source, is in Redis.
 *
 * 1. The source is locked: one scanner a source (`journal/journal-folder.ts`).
 * 2. Journals of earlier runs are looked through and freed of what is damaged.
 * 3. The race's time zone and start are asked of Redis, or remembered (`clock/`).
 * 4. The input is read (`inputs/`), its lines become reads (`formats/`), and
 *    each read is on disk before anything else is done with it (`journal/`).
 * 5. At the same time what is on disk is sent, first that of earlier runs, each
 *    read once, however often Redis goes away (`sending/`).
 * 6. When the input is over and all is sent, the journal is marked as sent. A
 *    signal ends the reading; a second one, or five seconds, the sending too.
 */
export async function runScanner(
  options: ScannerOptions,
  config: ServerConfig,
  shutdown: Shutdown,
): Promise<boolean> {
  if (!isRaceMoment(Date.now())) {
    const now = new Date().toISOString();
    throw new ScannerError(`The clock of this computer says ${now}: set it first.`);
  }
  const { dataDir, raceKey } = config;
  const { source, input, isQuiet } = options;
  const { stdout, stderr } = process;
  const output = new ConsoleOutput({ stdout, stderr, isQuiet, isFile: input.kind === 'file' });
  const say = (text: string): void => output.say(text);

  const folder = await explainDiskErrors(dataDir, () => openJournalFolder(dataDir, source));
  const lock = await explainDiskErrors(dataDir, () => lockSource(folder.path, source));
  try {
    const earlier = await explainDiskErrors(dataDir, () =>
      findEarlierJournals(folder, raceKey, say),
    );
    const context = await createScannerContext({
      options,
      config,
      shutdown,
      folder,
      say,
      onJournalRestored: () =>
        lock
          .renew()
          .catch((error: Error) => say(`The lock could not be made anew (${error.message}).`)),
    });
    let isDone = false;
    try {
      const run = new ScannerRun({ context, shutdown, choice: input, earlier, say });
      output.start(() => run.snapshot);
      const isAllStored = await run.run();
      isDone = isAllStored || shutdown.stop.aborted;
      output.finish(run.snapshot);
      return isAllStored;
    } finally {
      output.stop();
      await context.dispose(isDone);
    }
  } finally {
    await lock.release();
  }
}
