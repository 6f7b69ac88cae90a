import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { ReaderRecord } from '#server/store/reader-records.ts';
import { codeOf, messageOf } from '#server/system/errors.mjs';
import { keepRunning } from '#server/system/keep-running.mjs';
import { tryLock } from '#server/system/lock.mjs';
import { makeFolder } from '#server/system/sync-folder.mjs';
import { timing } from '#server/system/timing.mjs';
import { parseJsonObject } from '#shared/model/json-object.ts';
import {
  type ListedReader,
  listScannerArgs,
  MAX_READER_LINE,
  MAX_READER_LINES,
  type ReaderCounts,
  type ReaderState,
} from '#shared/wire/readers-api.ts';

/** Two seconds longer than a scanner takes to send its remaining reads. */
const STOP_MS = timing('readerStopMs', 7_000);
const FILE_END = '.reads';

export interface ReaderProcessesParts {
  readonly config: ServerConfig;
  readonly store: RaceStore;
  readonly race: LiveRace;
  readonly logger: Logger;
  readonly scannerPath: string | undefined;
}

/** Runs a scanner for each reader of this host, according to the record. */
export class ReaderProcesses {
  readonly #parts: ReaderProcessesParts;
  readonly #folder: string;
  readonly #runs = new Map<string, ReaderRun>();
  #host: Promise<ReaderRecord['host']> | undefined;
  #lock: Awaited<ReturnType<typeof tryLock>> | undefined;
  #settling = Promise.resolve();
  #isClosed = false;

  constructor(parts: ReaderProcessesParts) {
    this.#parts = parts;
    const { dataDir, raceKey } = parts.config;
    this.#folder = join(dataDir, `readers-${raceKey}`);
  }

  /** Whether this service may run scanners. */
  get isAllowed(): boolean {
    return this.#parts.config.runsReaders && this.#parts.scannerPath !== undefined;
  }

  async start(): Promise<void> {
    if (!this.isAllowed) return;
    for (const event of ['readers', 'reloaded'] as const) {
      this.#parts.race.on(event, () => void this.settle());
    }
    await this.settle();
  }

  /** Resolves when all scanners have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const run of this.#runs.values()) run.end();
    await this.#settling;
    await Promise.all(Array.from(this.#runs.values(), ({ ended }) => ended));
    if (this.#lock && 'release' in this.#lock) await this.#lock.release();
  }

  /** This host, with an id stored in the folder: the name of a laptop may change with the network. */
  ownHost(): Promise<ReaderRecord['host']> {
    return (this.#host ??= this.#readHost().catch((error: unknown) => {
      this.#host = undefined;
      throw error;
    }));
  }

  /** Stores the file of a reader, replacing the previous one. */
  async keepFile(source: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(source);
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
  }

  async describe({ reader, isOn, rev, file, host }: ReaderRecord): Promise<ListedReader> {
    const isHere = this.isAllowed && host.id === (await this.ownHost()).id;
    const {
      state = 'off',
      counts = null,
      lines = [],
    } = (isHere && this.#runs.get(reader.source)) || {};
    const shown = isOn && state === 'off' ? 'waiting' : state;
    const hostName = host.name;
    return { reader, isOn, rev, file, hostName, isHere, state: shown, counts, lines };
  }

  /** Starts and stops scanners to match the record. */
  settle(): Promise<void> {
    this.#settling = this.#settling
      .then(() => this.#settle())
      .catch((error: unknown) =>
        this.#parts.logger.error({ err: error }, 'Cannot start or stop scanners'),
      );
    return this.#settling;
  }

  async #settle(): Promise<void> {
    if (!this.isAllowed || this.#isClosed) return;
    const { id } = await this.ownHost();
    if (!(await this.#takeLock())) return;
    const all = await this.#parts.store.readers.list();
    const own = all.filter(({ host }) => host.id === id);
    const sources = new Set(own.map(({ reader }) => reader.source));
    for (const [source, run] of this.#runs) {
      if (sources.has(source)) continue;
      run.end();
      await run.ended;
      this.#runs.delete(source);
    }
    for (const name of await readdir(this.#folder)) {
      const isLeft = name.endsWith(FILE_END) && !sources.has(name.slice(0, -FILE_END.length));
      if (isLeft) await rm(join(this.#folder, name), { force: true });
    }
    for (const record of own) await this.#startOrStop(record);
  }

  async #startOrStop({ reader, isOn, file }: ReaderRecord): Promise<void> {
    const { source, input } = reader;
    const { logger, scannerPath = '', config } = this.#parts;
    const { redisUrl, raceKey, dataDir } = config;
    const before = this.#runs.get(source);
    const args = listScannerArgs(reader, this.#pathOf(source));
    const key = isOn ? JSON.stringify([args, file?.atMs]) : '';
    if ((before?.key ?? '') === key) return;
    before?.end();
    if (!isOn) return;
    // A source has one scanner at a time.
    await before?.ended;
    if (this.#isClosed) return;
    const run = new ReaderRun({
      key,
      args: [scannerPath, ...args],
      env: { ...readEnv(), REDIS_URL: redisUrl, RACE_KEY: raceKey, DATA_DIR: dataDir },
      isOnce: input === 'file',
      lines: before?.lines ?? [],
      onDeath: (why) => logger.warn({ source }, `A scanner ${why}`),
    });
    this.#runs.set(source, run);
    void this.#follow(source, run);
  }

  /** Turns a reader of a file off at its end, so that it isn't read again at the next start. */
  async #follow(source: string, run: ReaderRun): Promise<void> {
    await run.ended;
    if (!run.isDone) return;
    try {
      await this.#parts.store.readers.change((all) => {
        const record = all.find(({ reader }) => reader.source === source);
        if (!record?.isOn || this.#runs.get(source) !== run) return undefined;
        return { source, by: 'system', after: { ...record, isOn: false, rev: record.rev + 1 } };
      });
    } catch (error) {
      this.#parts.logger.error({ err: error, source }, 'Cannot turn off a reader of a file');
    }
  }

  /** Only one of several services on the same folder runs the scanners. */
  async #takeLock(): Promise<boolean> {
    if (this.#lock && 'release' in this.#lock) return true;
    this.#lock = await tryLock(join(this.#folder, 'lock'));
    if ('release' in this.#lock) return true;
    const { holder } = this.#lock;
    this.#parts.logger.warn({ holder }, 'Another service of this folder runs the readers');
    return false;
  }

  async #readHost(): Promise<ReaderRecord['host']> {
    if (!this.isAllowed) return { id: '', name: '' };
    const path = join(this.#folder, 'host');
    await makeFolder(this.#folder, { within: this.#parts.config.dataDir });
    const known = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      return '';
    });
    const id = known || randomUUID();
    if (known === '') await writeFile(path, id);
    return { id, name: hostname().slice(0, 100) };
  }

  #pathOf(source: string): string {
    return join(this.#folder, source + FILE_END);
  }
}

interface ReaderRunOptions {
  readonly key: string;
  /** The arguments for Node. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It ends after reading a file. */
  readonly isOnce: boolean;
  /** Those of the reader's scanners before it. */
  readonly lines: { atMs: number; text: string }[];
  readonly onDeath: (why: string) => void;
}

/** One scanner, restarted if it dies, until it is stopped. */
class ReaderRun {
  /** Identifies its settings; empty once stopped. */
  key: string;
  readonly ended: Promise<void>;
  readonly lines: { atMs: number; text: string }[];
  counts: ReaderCounts | null = null;
  isDone = false;
  readonly #options: ReaderRunOptions;
  readonly #stop = new AbortController();
  #child: ChildProcess | undefined;
  #isOver = false;

  constructor(options: ReaderRunOptions) {
    this.#options = options;
    this.key = options.key;
    this.lines = options.lines;
    this.ended = this.#run();
  }

  get state(): ReaderState {
    if (this.#isOver) return 'off';
    if (this.#stop.signal.aborted) return 'stopping';
    return this.#child ? 'running' : 'waiting';
  }

  end(): void {
    this.key = '';
    if (this.#isOver || this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#child?.kill('SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_MS);
    void this.ended.then(() => clearTimeout(timer));
  }

  async #run(): Promise<void> {
    const say = (text: string): void => {
      this.#note(`The scanner ${text}`);
      this.#options.onDeath(text);
    };
    await keepRunning(() => this.#runOnce(), this.#stop.signal, { say });
    this.#isOver = true;
  }

  async #runOnce(): Promise<string | undefined> {
    const { args, env, isOnce } = this.#options;
    this.counts = null;
    const child = spawn(process.execPath, [...args], {
      env,
      // Detached, so that Ctrl-C reaches it only through this service; it ends when the IPC channel closes.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    if (child.stdout) createInterface(child.stdout).on('line', (line) => this.#count(line));
    if (child.stderr) createInterface(child.stderr).on('line', (line) => this.#note(line));
    const why = await new Promise<string | number | null>((resolve) => {
      child.once('error', (error) => resolve(`could not be started (${messageOf(error)})`));
      child.once('close', (code, signal) => resolve(code ?? `was ended by ${signal}`));
    });
    this.#child = undefined;
    this.isDone = isOnce && typeof why === 'number' && !this.#stop.signal.aborted;
    if (this.isDone) return undefined;
    return typeof why === 'string' ? why : `ended with status ${why}`;
  }

  #note(line: string): void {
    this.lines.push({ atMs: Date.now(), text: line.slice(0, MAX_READER_LINE) });
    if (this.lines.length > MAX_READER_LINES) this.lines.shift();
  }

  /** Parses the progress line of a scanner (SCANNER.md SN22). */
  #count(line: string): void {
    const { reads, bad, unsent } = parseJsonObject(line) ?? {};
    if ([reads, bad, unsent].every((value) => typeof value === 'number')) {
      this.counts = { reads, bad, unsent } as ReaderCounts;
    }
  }
}
