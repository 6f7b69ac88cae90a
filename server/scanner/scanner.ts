import { dirname } from 'node:path';

import type { ServerConfig } from '#server/config/config.ts';
import type { Shutdown } from '#server/system/shutdown.mjs';
import { isRaceMoment } from '#shared/model/instant.ts';

import { ChipCodes, loadChipCodes } from './formats/chip-codes.ts';
import { lockSource, openJournalFolder } from './journal/journal-folder.ts';
import { type EarlierJournal, findEarlierJournals } from './journal/journal-recovery.ts';
import type { InputChoice, ScannerOptions } from './options.ts';
import { ConsoleOutput } from './output/console-output.ts';
import { createScannerContext, type ScannerContext } from './scanner-context.ts';
import { describeCause, explainDiskErrors, ScannerError } from './scanner-error.ts';
import { JournalBlockedError } from './journal/journal.ts';
import type { ProgressSnapshot } from './output/present-progress.ts';

/**
 * Runs a scanner to its end. Returns whether everything that came in, now and
 * in earlier runs of the same source, is in Redis.
 *
 * 1. The source is locked: one scanner a source (`journal/journal-folder.ts`).
 * 2. Journals of earlier runs are read through; what is damaged is reported.
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

  const { chipsPath } = options;
  const chips = chipsPath === undefined ? new ChipCodes() : await loadChipCodes(chipsPath);
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
      chips,
      folder,
      say,
      onJournalRestored: () =>
        lock
          .renew()
          .catch((error: Error) => say(`The lock could not be created again (${error.message}).`)),
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

interface ScannerRunOptions {
  readonly context: ScannerContext;
  readonly shutdown: Shutdown;
  readonly choice: InputChoice;
  /** Journals of earlier runs, oldest first: sent before anything new. */
  readonly earlier: readonly EarlierJournal[];
  readonly say: (text: string) => void;
}

/** One run of a scanner: reads and sends at the same time, until both are through. */
class ScannerRun {
  readonly #options: ScannerRunOptions;
  readonly #startedMs = performance.now();
  #isInputOver = false;

  constructor(options: ScannerRunOptions) {
    this.#options = options;
  }

  /** Returns whether everything that came in, now and in earlier runs, is in Redis. */
  async run(): Promise<boolean> {
    const { context, shutdown } = this.#options;
    const onStop = (): void => this.#giveUpIfHopeless();
    shutdown.stop.addEventListener('abort', onStop);
    try {
      const delivery = this.#deliver();
      const isTakenIn = await this.#takeIn();
      this.#isInputOver = true;
      context.badLines.reportHidden();
      context.workAvailable.set();
      if (!isTakenIn || shutdown.stop.aborted) this.#giveUpIfHopeless();
      const isDelivered = await delivery;
      if (isDelivered) await this.#markSent();
      return isTakenIn && isDelivered && !this.#isNothingRead();
    } finally {
      shutdown.stop.removeEventListener('abort', onStop);
    }
  }

  get snapshot(): ProgressSnapshot {
    const { journal, sender, sink, input, record } = this.#options.context;
    const { position } = input;
    const isSent = journal.lastSeq === 0 ? 1 : sender.storedSeq / journal.lastSeq;
    return {
      reads: journal.lastSeq,
      ...sender.counts,
      bad: sink.bad,
      unsent: sender.unsent,
      isConnected: record.isConnected,
      elapsedMs: performance.now() - this.#startedMs,
      fraction: position && (position.done / position.total) * isSent,
      remainingMs: position?.remainingMs,
    };
  }

  /** Returns whether the whole input is in the journal; says so if not. */
  async #takeIn(): Promise<boolean> {
    const { context, shutdown, choice, say } = this.#options;
    try {
      const isWhole = await context.input.run(shutdown.stop);
      if (!isWhole) say('Stopped before the end of the file: run it again for the rest.');
      return isWhole;
    } catch (error) {
      if (!(error instanceof JournalBlockedError)) {
        say(describeInputError(error as Error, choice));
        return false;
      }
      say(
        `The journal could not be written (${error.message}): ` +
          `nothing after its read ${context.journal.lastSeq} was taken in.`,
      );
      return false;
    }
  }

  /** Whether there is no read in a file; says so. */
  #isNothingRead(): boolean {
    const { context, choice, say } = this.#options;
    if (choice.kind !== 'file' || context.journal.lastSeq > 0) return false;
    say(`Nothing in ${choice.path} could be read: look at its first lines, and at --format.`);
    return true;
  }

  async #deliver(): Promise<boolean> {
    const { context, earlier, say } = this.#options;
    let isAllThere = true;
    for (const journal of earlier) isAllThere = (await this.#deliverEarlier(journal)) && isAllThere;
    isAllThere =
      (await context.delivery.deliver(context.sender, () => this.#isInputOver)) && isAllThere;
    if (!isAllThere) {
      say(
        `Not everything is in Redis yet. It is safe in ${dirname(context.journal.path)} ` +
          'and is sent at the next start of this source.',
      );
    }
    return isAllThere;
  }

  /** An unreadable journal of an earlier run must not delay new reads. */
  async #deliverEarlier(journal: EarlierJournal): Promise<boolean> {
    const { context, say } = this.#options;
    const { session } = journal.header;
    try {
      const sent = await context.delivery.deliverEarlier(journal);
      if (sent) say(`Sent ${sent} reads that an earlier run (${session}) had left behind.`);
      return sent !== undefined;
    } catch (error) {
      say(`The journal ${journal.path} of an earlier run fails: ${(error as Error).message}.`);
      return false;
    }
  }

  /** All is stored: a failure here only makes the next start check again. */
  async #markSent(): Promise<void> {
    const { context, say } = this.#options;
    try {
      await context.delivery.markEarlierComplete();
      await context.journal.markComplete();
    } catch (error) {
      say(`The journal could not be marked as sent (${(error as Error).message}).`);
    }
  }

  /** Once the input is over, there is no point in waiting for a Redis that is away. */
  #giveUpIfHopeless(): void {
    const { context, shutdown } = this.#options;
    if (this.#isInputOver && !context.record.isConnected) shutdown.giveUpNow();
  }
}

/** Says which input cannot be read and why, in the operator's words. */
function describeInputError(error: Error, choice: InputChoice): string {
  return `${describeChoice(choice)}: ${describeCause(error)}.`;
}

function describeChoice(choice: InputChoice): string {
  if (choice.kind === 'file') return `--file ${choice.path}`;
  return choice.kind === 'stdin'
    ? 'Standard input'
    : `--${choice.kind} ${choice.host}:${choice.port}`;
}
