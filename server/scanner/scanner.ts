import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import type { ServerConfig } from '#server/config/config.ts';
import type { OutageLog } from '#server/store/redis-connection.ts';
import { CommandError, describeCause, explainDisk } from '#server/system/command-error.ts';
import { messageOf } from '#server/system/errors.mjs';
import { describeRedis } from '#server/config/redis-settings.ts';
import type { Shutdown } from '#server/system/shutdown.mjs';
import { isRaceMoment } from '#shared/model/instant.ts';

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
import { findEarlierJournals } from './journal/journal-recovery.ts';
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
import { AutoResetEvent, Delivery } from './sending/delivery.ts';
import { ScanRecord } from './sending/scan-record.ts';

/** Readers' numberings that are remembered. */
const MOST_SERIES = 100;

/**
 * Runs a scanner to its end. Returns whether all reads, of this run and of earlier ones of the source, are in Redis.
 *
 * 1. It locks the source: one scanner a source (`journal/journal.ts`).
 * 2. It checks the journals of earlier runs, and reports damage.
 * 3. It reads the race's time zone and start from Redis, else from the file with the last ones (`clock/`).
 * 4. It reads the input (`inputs/`) and turns its lines into reads (`formats/`); each read is on disk before anything
 *    else happens to it (`journal/`).
 * 5. At the same time it sends the reads on disk, those of earlier runs first, each once, however often Redis is lost
 *    (`sending/`).
 * 6. When the input is over and all is sent, it marks the journals as sent. A signal ends the reading; a second one, or
 *    five seconds, the sending too.
 */
export async function runScanner(
  options: ScannerOptions,
  config: ServerConfig,
  shutdown: Shutdown,
): Promise<boolean> {
  if (!isRaceMoment(Date.now())) {
    const now = new Date().toISOString();
    throw new CommandError(`The clock of this computer shows ${now}: set it first.`);
  }
  const { source, input, isQuiet, chipsPath } = options;
  const { dataDir } = config;
  const output = new ConsoleOutput({ isQuiet, isFile: input.kind === 'file' });
  const chips = chipsPath === undefined ? new ChipCodes() : await loadChipCodes(chipsPath);
  const explain = (reason: string): string =>
    `The journal cannot be kept in ${dataDir} (${reason}). ` +
    'Make room there, or set DATA_DIR to a folder that this user may write.';
  return explainDisk(async () => {
    const folder = await openJournalFolder(dataDir, source);
    const lock = await lockSource(folder.path, source);
    try {
      return await runAlone({ options, config, shutdown, chips, folder, output });
    } finally {
      await lock.release();
    }
  }, explain);
}

interface ScannerStart {
  readonly options: ScannerOptions;
  readonly config: ServerConfig;
  readonly shutdown: Shutdown;
  readonly chips: ChipCodes;
  readonly folder: JournalFolder;
  readonly output: ConsoleOutput;
}

/** Runs the scanner while no other one of its source runs. */
async function runAlone(start: ScannerStart): Promise<boolean> {
  const { options, config, shutdown, folder, output } = start;
  const { source, points } = options;
  const { raceKey } = config;
  const isFile = options.input.kind === 'file';
  const say = (text: string): void => output.say(text);
  const earlier = await findEarlierJournals(folder, raceKey, say);
  const workAvailable = new AutoResetEvent();
  const record = new ScanRecord(config.redis, raceKey, reportOutages(config, say));
  let journal: Journal | undefined;
  let delivery: Delivery | undefined;
  let presence: PresenceNote | undefined;
  record.onConnected(() => {
    workAvailable.set();
    void presence?.write();
  });
  shutdown.giveUp.addEventListener('abort', () => {
    record.close();
    workAvailable.set();
  });
  // Organisers see a scanner that failed as missing.
  let hasEnded = false;
  try {
    const race = await findRaceSettings(record, join(folder.path, `race-${raceKey}.json`));
    const marks = new LRUCache<string, number>({ max: MOST_SERIES });
    const createDecoder = await prepareDecoding(start, race, marks);
    const header = { raceKey, source, session: createSession(new Date()) };
    journal = await Journal.create(folder, isFile ? { ...header, isReplay: true } : header, {
      say,
      onWritten: () => workAvailable.set(),
      stop: shutdown.stop,
    });
    const sink = new ReadSink({ journal, marks, say, racePoints: race.points });
    sink.reportUnknownPoints(points ?? []);
    const { giveUp } = shutdown;
    delivery = new Delivery({ earlier, journal, record, workAvailable, giveUp, say });
    const { sender } = delivery;
    // Last: a failed start must not be reported as a running scanner.
    presence = new PresenceNote({
      record,
      source,
      say,
      readerState: () => sink.readerState,
      unsent: () => sender.unsent,
      isReplay: isFile,
    });
    const input = createInput(options.input, createDecoder, sink, say);
    const progress = (): ProgressSnapshot => ({
      reads: sender.lastSeq,
      ...sender.counts,
      bad: sink.bad,
      unsent: sender.unsent,
      isConnected: record.isConnected,
      fraction: input.fraction === undefined ? undefined : input.fraction * sender.sentShare,
    });
    output.start(progress);
    const run = { options, shutdown, say, input, sink, journal, record, delivery, workAvailable };
    const isAllStored = await readAndSend(run);
    hasEnded = isAllStored || shutdown.stop.aborted;
    output.finish(progress());
    return isAllStored;
  } finally {
    output.stop();
    await presence?.end(hasEnded);
    record.close();
    await delivery?.close();
    await journal?.close();
  }
}

/** Returns a factory of decoders, one for each file or connection. Reads a file first, to settle ambiguous times. */
async function prepareDecoding(
  { options, chips, output }: ScannerStart,
  race: RaceSettings,
  marks: ReaderParts['marks'],
): Promise<() => ReadDecoder> {
  const { points, offsetMs, format, input, zone, date, isElapsed } = options;
  if (isElapsed && race.startMs === undefined) {
    throw new CommandError(
      '--elapsed counts from the start of the race, which is not set or not known: set it first.',
    );
  }
  const isFile = input.kind === 'file';
  const isConnected = input.kind === 'listen' || input.kind === 'connect';
  const now = isConnected ? Date.now : undefined;
  const known = { chips, racePoints: race.points, marks, now };
  const clockOptions = { zone, race, now: Date.now, date, isElapsed, isLive: !isFile };
  const decodeBy = (clock: ReadClock): ReadDecoder =>
    new ReadDecoder({ parser: createParser(format, { ...known, clock }), points, offsetMs });
  let { dates } = options;
  if (isFile && !isElapsed) {
    // Assumptions are reported when the file is read for good.
    const trial = new ReadClock({ ...clockOptions, dates, onAssumption: () => undefined });
    dates ??= await askAboutFile(input.path, trial, decodeBy(trial));
  }
  const clock = new ReadClock({ ...clockOptions, dates, onAssumption: (text) => output.say(text) });
  return () => decodeBy(clock);
}

/** Reports to the operator when Redis is lost and back. */
function reportOutages({ redis }: ServerConfig, say: (text: string) => void): OutageLog {
  const address = describeRedis(redis);
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

interface Run {
  readonly options: ScannerOptions;
  readonly shutdown: Shutdown;
  readonly say: (text: string) => void;
  readonly input: ReadInput;
  readonly sink: ReadSink;
  readonly journal: Journal;
  readonly record: ScanRecord;
  readonly delivery: Delivery;
  readonly workAvailable: AutoResetEvent;
}

/** Returns whether everything was read and, with the reads of earlier runs, is in Redis. */
async function readAndSend(run: Run): Promise<boolean> {
  const { options, shutdown, say, sink, journal, record, delivery, workAvailable } = run;
  let isInputOver = false;
  /** Once the input is over, there is no point in waiting for a Redis that is away. */
  const giveUpIfHopeless = (): void => {
    if (isInputOver && !record.isConnected) shutdown.giveUpNow();
  };
  shutdown.stop.addEventListener('abort', giveUpIfHopeless);
  const sending = delivery.run(() => isInputOver);
  const isRead = await readInput(run);
  isInputOver = true;
  sink.reportHidden();
  workAvailable.set();
  if (!isRead || shutdown.stop.aborted) giveUpIfHopeless();
  const isSent = await sending;
  const { input } = options;
  if (isRead && isSent && input.kind === 'file' && journal.lastSeq === 0) {
    say(`Nothing in ${input.path} could be read: look at its first lines, and at --format.`);
    return false;
  }
  return isRead && isSent;
}

/** Returns whether the whole input is in the journal; reports it if not. */
async function readInput({ options, shutdown, say, input, journal }: Run): Promise<boolean> {
  try {
    const isWhole = await input.run(shutdown.stop);
    if (!isWhole) say('Stopped before the end of the file: run it again for the rest.');
    return isWhole;
  } catch (error) {
    say(
      error instanceof JournalBlockedError
        ? `The journal could not be written (${error.message}): nothing after its read ${journal.lastSeq} was kept.`
        : `${describeChoice(options.input)}: ${describeCause(error)}.`,
    );
    return false;
  }
}

/** An input in the operator's words. */
function describeChoice(choice: InputChoice): string {
  if (choice.kind === 'file') return `--file ${choice.path}`;
  return choice.kind === 'stdin'
    ? 'Standard input'
    : `--${choice.kind} ${choice.host}:${choice.port}`;
}
