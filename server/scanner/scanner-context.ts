import type { ServerConfig } from '#server/config/config.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { Shutdown } from '#server/system/shutdown.mjs';

import { askAboutFile } from './clock/ask-about-file.ts';
import { ClockWatch } from './clock/clock-watch.ts';
import { findRaceSettings, RememberedSettings } from './clock/race-settings.ts';
import { ReadClock } from './clock/read-clock.ts';
import type { ChipCodes } from './formats/chip-codes.ts';
import { createParser } from './formats/formats.ts';
import type { ReaderContext } from './formats/line-format.ts';
import { ReadMarks } from './inputs/read-marks.ts';
import { type ReadInput, ReadSink } from './inputs/read-sink.ts';
import { createSession, type JournalFolder } from './journal/journal-folder.ts';
import { JournalReader } from './journal/journal-lines.ts';
import { JournalWatch } from './journal/journal-watch.ts';
import { Journal } from './journal/journal.ts';
import type { InputChoice, ScannerOptions } from './options.ts';
import { BadLineReport, READER_NOTES } from './output/bad-line-report.ts';
import { UnusualPoints } from './output/unusual-points.ts';
import { ReadDecoder } from './read-decoder.ts';
import { explainDiskErrors, ScannerError } from './scanner-error.ts';
import { AutoResetEvent } from './sending/auto-reset-event.ts';
import { Delivery } from './sending/delivery.ts';
import { JournalSender } from './sending/journal-sender.ts';
import { PresenceNote } from './sending/presence-note.ts';
import { RedisWatch } from './sending/redis-link.ts';
import { ScanRecord } from './sending/scan-record.ts';
import { ConnectInput } from './inputs/connect-input.ts';
import { ReplayInput } from './inputs/replay-input.ts';
import { FileInput, StdinInput } from './inputs/stream-input.ts';
import { TcpInput } from './inputs/tcp-input.ts';

/** A file can be read again later: it need not wait for ever for a full disk. */
const FILE_WRITE_TIMEOUT_MS = 10_000;

export interface ScannerContextOptions {
  readonly options: ScannerOptions;
  readonly config: ServerConfig;
  readonly shutdown: Shutdown;
  readonly chips: ChipCodes;
  readonly folder: JournalFolder;
  readonly say: (text: string) => void;
  /** The journal's folder was removed and made again. */
  readonly onJournalRestored: () => Promise<void>;
}

export interface ScannerContext {
  readonly input: ReadInput;
  readonly sink: ReadSink;
  readonly badLines: BadLineReport;
  readonly journal: Journal;
  readonly record: ScanRecord;
  readonly sender: JournalSender;
  readonly delivery: Delivery;
  readonly workAvailable: AutoResetEvent;
  /** `isDone`: everything is sent, or it was stopped. Organisers see a failed one as missing. */
  dispose(isDone: boolean): Promise<void>;
}

/** Connects to Redis, starts a journal and opens nothing else: the input begins when it is run. */
export async function createScannerContext({
  options,
  config,
  shutdown,
  chips,
  folder,
  say,
  onJournalRestored,
}: ScannerContextOptions): Promise<ScannerContext> {
  const workAvailable = new AutoResetEvent();
  const redisWatch = new RedisWatch(config.redis, say, () => {
    workAvailable.set();
    void clockWatch.check();
    void presence?.write();
  });
  const record = new ScanRecord(config.redis, config.raceKey, redisWatch);
  const clockWatch = new ClockWatch(
    {
      get isConnected() {
        return record.isConnected;
      },
      sampleClock: () => record.sampleClock(),
      reportClockError: (aheadMs) => record.reportClockError(options.source, aheadMs),
    },
    say,
  );
  // Last: a failed start must not be reported as a running scanner.
  let presence: PresenceNote | undefined;
  const closeRecord = (): void => {
    record.close();
    workAvailable.set();
  };
  shutdown.giveUp.addEventListener('abort', closeRecord);
  try {
    const remembered = new RememberedSettings(folder.path, config.raceKey);
    const race = await explainDiskErrors(config.dataDir, () =>
      findRaceSettings(record, redisWatch.firstAttempt, remembered),
    );
    const { source, points, locations, offsetMs, format, input, zone, date, isElapsed } = options;
    if (isElapsed && race.startMs === undefined) {
      throw new ScannerError(
        '--elapsed counts from the start of the race, which is not set or not known: set it first.',
      );
    }
    const marks = new ReadMarks();
    const isConnected = input.kind === 'listen' || input.kind === 'connect';
    const readerContext: ReaderContext = {
      chips,
      locations,
      marks,
      now: isConnected ? Date.now : undefined,
    };
    const clockOptions = { zone, race, now: Date.now, date, isElapsed, onAssumption: say };
    const isLive = input.kind !== 'file';
    const decodeBy = (clock: ReadClock): ReadDecoder =>
      new ReadDecoder({ parser: createParser(format, clock, readerContext), points, offsetMs });
    let { dates } = options;
    if (input.kind === 'file' && !isElapsed) {
      const trial = new ReadClock({ ...clockOptions, dates, isLive, onAssumption: sayNothing });
      dates ??= await askAboutFile(input.path, trial, decodeBy(trial), {
        startMs: race.startMs,
        timeZone: zone ?? race.timeZone ?? DEFAULT_CONFIG.timeZone,
      });
    }
    const clock = new ReadClock({ ...clockOptions, dates, isLive });
    const createDecoder = (): ReadDecoder => decodeBy(clock);

    const session = createSession(new Date());
    const journalWatch = new JournalWatch({
      path: folder.pathOf(session),
      say,
      onWritten: () => workAvailable.set(),
      onRestored: () => void onJournalRestored(),
      stop: shutdown.stop,
      timeoutMs: options.input.kind === 'file' ? FILE_WRITE_TIMEOUT_MS : undefined,
    });
    const replay = options.input.kind === 'file' ? ({ isReplay: true } as const) : {};
    const header = { raceKey: config.raceKey, source, session, ...replay };
    const journal = await explainDiskErrors(config.dataDir, () =>
      Journal.create(folder, header, journalWatch, journalWatch.giveUp),
    );
    journalWatch.watch(journal);
    const reader = JournalReader.over(journal);

    const badLines = new BadLineReport(say, Date.now);
    const notes = new BadLineReport(say, Date.now, READER_NOTES);
    const unusualPoints = new UnusualPoints(say);
    for (const each of [points ?? [], ...locations.values()]) unusualPoints.note(each);
    const sink = new ReadSink({ journal, badLines, notes, marks, unusualPoints, now: Date.now });
    const sender = new JournalSender(journal, reader, record);
    presence = new PresenceNote(
      record,
      source,
      say,
      () => sink.readerState,
      () => sender.unsent,
      isLive,
    );
    const delivery = new Delivery({
      record,
      workAvailable,
      giveUp: shutdown.giveUp,
      onRefused: (error) =>
        say(
          `Redis does not take the reads (${error.message}). They are safe in the journal; ` +
            'this goes on trying, also after the last read, until Redis takes them or Ctrl-C.',
        ),
      onStalled: () =>
        say(
          'Nothing was stored for a minute though the journal has reads: connecting to Redis ' +
            'anew, now and after each further minute.',
        ),
    });
    return {
      input: createInput(options.input, createDecoder, sink, say),
      sink,
      badLines,
      journal,
      record,
      sender,
      delivery,
      workAvailable,
      async dispose(isDone) {
        shutdown.giveUp.removeEventListener('abort', closeRecord);
        journalWatch.dispose();
        await clockWatch.end();
        await presence?.end(isDone);
        record.close();
        await delivery.close();
        await journal.close();
      },
    };
  } catch (error) {
    shutdown.giveUp.removeEventListener('abort', closeRecord);
    await clockWatch.end();
    record.close();
    throw error;
  }
}

/** A trial reading of a file: assumptions are reported when the file counts. */
function sayNothing(): void {}

function createInput(
  choice: InputChoice,
  createDecoder: () => ReadDecoder,
  sink: ReadSink,
  say: (text: string) => void,
): ReadInput {
  if (choice.kind === 'stdin') return new StdinInput(process.stdin, createDecoder(), sink);
  if (choice.kind === 'listen') return new TcpInput({ ...choice, createDecoder, sink, say });
  if (choice.kind === 'connect') return new ConnectInput({ ...choice, createDecoder, sink, say });
  const { path, speed } = choice;
  return speed === undefined
    ? new FileInput(path, createDecoder(), sink)
    : new ReplayInput(path, speed, createDecoder(), sink);
}
