import { dirname, join } from 'node:path';

import { LRUCache } from 'lru-cache';

import type { ServerConfig } from '#server/config/config.ts';
import type { OutageLog } from '#server/store/redis-connection.ts';
import { messageOf } from '#server/system/errors.mjs';
import { describeRedis } from '#server/system/redis-address.mjs';
import type { Shutdown } from '#server/system/shutdown.mjs';
import { isRaceMoment } from '#shared/model/instant.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';

import { PresenceNote } from './sending/presence-note.ts';
import { findRaceSettings, type RaceSettings } from './clock/race-settings.ts';
import { ReadClock } from './clock/read-clock.ts';
import { ChipCodes, loadChipCodes } from './formats/chip-codes.ts';
import { createParser } from './formats/formats.ts';
import type { ReaderParts } from './formats/line-format.ts';
import { ConnectInput } from './inputs/connect-input.ts';
import { type ReadInput, ReadSink } from './inputs/read-sink.ts';
import {
  askAboutFile,
  createFileInput,
  createReplayInput,
  createStdinInput,
} from './inputs/stream-input.ts';
import { TcpInput } from './inputs/tcp-input.ts';
import { type EarlierJournal, findEarlierJournals } from './journal/journal-recovery.ts';
import {
  createSession,
  Journal,
  JournalBlockedError,
  type JournalFolder,
  lockSource,
  openJournalFolder,
} from './journal/journal.ts';
import type { InputChoice, ScannerOptions } from './options.ts';
import { ConsoleOutput, type ProgressSnapshot } from './output.ts';
import { ReadDecoder } from './read-decoder.ts';
import { describeCause, explainDiskErrors, ScannerError } from './scanner-error.ts';
import { AutoResetEvent, Delivery } from './sending/delivery.ts';
import { JournalSender } from './sending/journal-sender.ts';
import { ScanRecord } from './sending/scan-record.ts';

/** A file can be read again later, so it does not wait for a full disk for ever. */
const FILE_WRITE_TIMEOUT_MS = 10_000;
/** Numberings of readers that are remembered. */
const MOST_SERIES = 100;

/**
 * Runs a scanner to its end. Returns whether everything that came in, now and in earlier runs of the source, is in
 * Redis.
 *
 * 1. It locks the source: one scanner a source (`journal/journal.ts`).
 * 2. It checks the journals of earlier runs, and reports damage.
 * 3. It asks Redis for the race's time zone and start, or remembers them (`clock/`).
 * 4. It reads the input (`inputs/`) and turns its lines into reads (`formats/`); each read is on disk before anything
 *    else happens to it (`journal/`).
 * 5. At the same time it sends the reads on disk, those of earlier runs first, each once, however often Redis goes away
 *    (`sending/`).
 * 6. When the input is over and all is sent, it marks the journal as sent. A signal ends the reading; a second one, or
 *    five seconds, the sending too.
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
  const { source, input, isQuiet, chipsPath } = options;
  const { dataDir } = config;
  const { stdout, stderr } = process;
  const output = new ConsoleOutput({ stdout, stderr, isQuiet, isFile: input.kind === 'file' });
  const say = (text: string): void => output.say(text);
  const chips = chipsPath === undefined ? new ChipCodes() : await loadChipCodes(chipsPath);
  const folder = await explainDiskErrors(dataDir, () => openJournalFolder(dataDir, source));
  const lock = await explainDiskErrors(dataDir, () => lockSource(folder.path, source));
  try {
    return await runAlone({ options, config, shutdown, chips, folder, output, say });
  } finally {
    await lock.release();
  }
}

interface ScannerStart {
  readonly options: ScannerOptions;
  readonly config: ServerConfig;
  readonly shutdown: Shutdown;
  readonly chips: ChipCodes;
  readonly folder: JournalFolder;
  readonly output: ConsoleOutput;
  readonly say: (text: string) => void;
}

/** Runs the scanner while no other one of its source runs. */
async function runAlone(start: ScannerStart): Promise<boolean> {
  const { options, config, shutdown, folder, output, say } = start;
  const { source, points, locations, input } = options;
  const { dataDir, raceKey } = config;
  const earlier = await explainDiskErrors(dataDir, () => findEarlierJournals(folder, raceKey, say));
  const workAvailable = new AutoResetEvent();
  const log = reportOutages(describeRedis(config.redis), say);
  const record = new ScanRecord(config.redis, raceKey, log);
  const closeRecord = (): void => {
    record.close();
    workAvailable.set();
  };
  shutdown.giveUp.addEventListener('abort', closeRecord);
  let journal: Journal | undefined;
  let delivery: Delivery | undefined;
  let presence: PresenceNote | undefined;
  record.onConnected(() => {
    workAvailable.set();
    void presence?.write();
  });
  // Everything is sent, or it was stopped: organisers see a failed one as missing.
  let isDone = false;
  try {
    const settingsPath = join(folder.path, `race-${raceKey}.json`);
    const race = await explainDiskErrors(dataDir, () => findRaceSettings(record, settingsPath));
    const marks = new LRUCache<string, number>({ max: MOST_SERIES });
    const createDecoder = await prepareDecoding(start, race, marks);
    const isFile = input.kind === 'file';
    const header = { raceKey, source, session: createSession(new Date()) };
    journal = await explainDiskErrors(dataDir, () =>
      Journal.create(folder, isFile ? { ...header, isReplay: true } : header, {
        say,
        onWritten: () => workAvailable.set(),
        stop: shutdown.stop,
        timeoutMs: isFile ? FILE_WRITE_TIMEOUT_MS : undefined,
      }),
    );
    const sink = new ReadSink({ journal, marks, say, racePoints: race.points });
    for (const each of [points ?? [], ...locations.values()]) sink.notePoints(each);
    const sender = new JournalSender(journal, record);
    delivery = new Delivery({
      record,
      workAvailable,
      giveUp: shutdown.giveUp,
      onRefused: (error) =>
        say(
          `Redis does not take the reads (${error.message}). They are safe in the journal; ` +
            'this goes on trying, also after the last read, until Redis takes them or Ctrl-C.',
        ),
    });
    // Last: a failed start must not be reported as a running scanner.
    presence = new PresenceNote({
      record,
      source,
      say,
      readerState: () => sink.readerState,
      unsent: () => sender.unsent,
      isReplay: isFile,
    });
    const run = new ScannerRun({
      options,
      shutdown,
      say,
      earlier,
      input: createInput(input, createDecoder, sink, say),
      sink,
      journal,
      record,
      sender,
      delivery,
      workAvailable,
    });
    output.start(() => run.snapshot);
    const isAllStored = await run.run();
    isDone = isAllStored || shutdown.stop.aborted;
    output.finish(run.snapshot);
    return isAllStored;
  } finally {
    output.stop();
    shutdown.giveUp.removeEventListener('abort', closeRecord);
    await presence?.end(isDone);
    record.close();
    await delivery?.close();
    await journal?.close();
  }
}

/** Returns the maker of a decoder for a file or a connection. A file is read first, for what its times leave open. */
async function prepareDecoding(
  { options, chips, say }: ScannerStart,
  race: RaceSettings,
  marks: ReaderParts['marks'],
): Promise<() => ReadDecoder> {
  const { points, locations, offsetMs, format, input, zone, date, isElapsed } = options;
  if (isElapsed && race.startMs === undefined) {
    throw new ScannerError(
      '--elapsed counts from the start of the race, which is not set or not known: set it first.',
    );
  }
  const isFile = input.kind === 'file';
  const isConnected = input.kind === 'listen' || input.kind === 'connect';
  const known = { chips, locations, marks, now: isConnected ? Date.now : undefined };
  const clockOptions = { zone, race, now: Date.now, date, isElapsed, isLive: !isFile };
  const decodeBy = (clock: ReadClock): ReadDecoder =>
    new ReadDecoder({ parser: createParser(format, { ...known, clock }), points, offsetMs });
  let { dates } = options;
  if (isFile && !isElapsed) {
    // Assumptions are reported when the file counts.
    const trial = new ReadClock({ ...clockOptions, dates, onAssumption: () => undefined });
    dates ??= await askAboutFile(input.path, trial, decodeBy(trial), {
      startMs: race.startMs,
      timeZone: zone ?? race.timeZone ?? DEFAULT_CONFIG.timeZone,
    });
  }
  const clock = new ReadClock({ ...clockOptions, dates, onAssumption: say });
  return () => decodeBy(clock);
}

/** Tells the operator when Redis goes and comes back. */
function reportOutages(address: string, say: (text: string) => void): OutageLog {
  return {
    error: ({ err }) =>
      say(
        `Redis at ${address} is away (${messageOf(err)}). ` +
          'Reading goes on; the journal keeps every read until Redis is back.',
      ),
    info: () => say(`Redis at ${address} is back: sending what it does not have.`),
  };
}

function createInput(
  choice: InputChoice,
  createDecoder: () => ReadDecoder,
  sink: ReadSink,
  say: (text: string) => void,
): ReadInput {
  if (choice.kind === 'stdin') return createStdinInput(createDecoder(), sink);
  if (choice.kind === 'listen') return new TcpInput({ ...choice, createDecoder, sink, say });
  if (choice.kind === 'connect') return new ConnectInput({ ...choice, createDecoder, sink, say });
  const { path, speed } = choice;
  return speed === undefined
    ? createFileInput(path, createDecoder(), sink)
    : createReplayInput(path, speed, createDecoder(), sink);
}

interface RunParts extends Pick<ScannerStart, 'options' | 'shutdown' | 'say'> {
  /** Journals of earlier runs, oldest first: sent before anything new. */
  readonly earlier: readonly EarlierJournal[];
  readonly input: ReadInput;
  readonly sink: ReadSink;
  readonly journal: Journal;
  readonly record: ScanRecord;
  readonly sender: JournalSender;
  readonly delivery: Delivery;
  readonly workAvailable: AutoResetEvent;
}

/** Reads and sends at the same time, until both are through. */
class ScannerRun {
  readonly #parts: RunParts;
  #isInputOver = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** Returns whether everything that came in, now and in earlier runs, is in Redis. */
  async run(): Promise<boolean> {
    const { shutdown, sink, workAvailable } = this.#parts;
    const onStop = (): void => this.#giveUpIfHopeless();
    shutdown.stop.addEventListener('abort', onStop);
    try {
      const delivery = this.#deliver();
      const isTakenIn = await this.#takeIn();
      this.#isInputOver = true;
      sink.reportHidden();
      workAvailable.set();
      if (!isTakenIn || shutdown.stop.aborted) this.#giveUpIfHopeless();
      const isDelivered = await delivery;
      if (isDelivered) await this.#markSent();
      return isTakenIn && isDelivered && !this.#isNothingRead();
    } finally {
      shutdown.stop.removeEventListener('abort', onStop);
    }
  }

  get snapshot(): ProgressSnapshot {
    const { journal, sender, sink, input, record } = this.#parts;
    const { position } = input;
    const isSent = journal.lastSeq === 0 ? 1 : sender.storedSeq / journal.lastSeq;
    return {
      reads: journal.lastSeq,
      ...sender.counts,
      bad: sink.bad,
      unsent: sender.unsent,
      isConnected: record.isConnected,
      fraction: position && (position.done / position.total) * isSent,
    };
  }

  /** Returns whether the whole input is in the journal; reports it if not. */
  async #takeIn(): Promise<boolean> {
    const { shutdown, say, options, input, journal } = this.#parts;
    try {
      const isWhole = await input.run(shutdown.stop);
      if (!isWhole) say('Stopped before the end of the file: run it again for the rest.');
      return isWhole;
    } catch (error) {
      if (!(error instanceof JournalBlockedError)) {
        say(`${describeChoice(options.input)}: ${describeCause(error)}.`);
        return false;
      }
      say(
        `The journal could not be written (${error.message}): ` +
          `nothing after its read ${journal.lastSeq} was taken in.`,
      );
      return false;
    }
  }

  /** Whether a file had no read; reports that. */
  #isNothingRead(): boolean {
    const { say, options, journal } = this.#parts;
    const choice = options.input;
    if (choice.kind !== 'file' || journal.lastSeq > 0) return false;
    say(`Nothing in ${choice.path} could be read: look at its first lines, and at --format.`);
    return true;
  }

  async #deliver(): Promise<boolean> {
    const { earlier, say, delivery, sender, journal: own } = this.#parts;
    let isAllThere = true;
    for (const journal of earlier) isAllThere = (await this.#deliverEarlier(journal)) && isAllThere;
    isAllThere = (await delivery.deliver(sender, () => this.#isInputOver)) && isAllThere;
    if (!isAllThere) {
      say(
        `Not everything is in Redis yet. It is safe in ${dirname(own.path)} ` +
          'and is sent at the next start of this source.',
      );
    }
    return isAllThere;
  }

  /** An unreadable journal of an earlier run must not delay new reads. */
  async #deliverEarlier(journal: EarlierJournal): Promise<boolean> {
    const { say, delivery } = this.#parts;
    const { session } = journal.header;
    try {
      const sent = await delivery.deliverEarlier(journal);
      if (sent) say(`Sent ${sent} reads that an earlier run (${session}) had left behind.`);
      return sent !== undefined;
    } catch (error) {
      say(`The journal ${journal.path} of an earlier run fails: ${(error as Error).message}.`);
      return false;
    }
  }

  /** All is stored: a failure here only makes the next start check again. */
  async #markSent(): Promise<void> {
    const { delivery, journal, say } = this.#parts;
    try {
      await delivery.markEarlierComplete();
      await journal.markComplete();
    } catch (error) {
      say(`The journal could not be marked as sent (${(error as Error).message}).`);
    }
  }

  /** Once the input is over, there is no point in waiting for a Redis that is away. */
  #giveUpIfHopeless(): void {
    const { record, shutdown } = this.#parts;
    if (this.#isInputOver && !record.isConnected) shutdown.giveUpNow();
  }
}

/** An input in the operator's words. */
function describeChoice(choice: InputChoice): string {
  if (choice.kind === 'file') return `--file ${choice.path}`;
  return choice.kind === 'stdin'
    ? 'Standard input'
    : `--${choice.kind} ${choice.host}:${choice.port}`;
}
