import { createScanId } from '#shared/model/scan.ts';
import { getBandId } from '#tests/support/builders.ts';
import { type ScannerPlace, startBuiltScanner } from '#tests/support/built-program.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestProcess } from '#tests/support/process.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Operation } from './check-history.ts';
import type { Mat } from './plan-faults.ts';
import type { PlannedRead } from './plan-race.ts';
import type { RaceDisk } from './race-disk.ts';
import { EndedByItself, type Strikable } from './strike.ts';

const POINTS = { 'mat-1': 'cp2', 'mat-2': 'cp4', 'mat-3': 'finish' } as const;

/** The scanner of a mat, which gets reads on standard input, with the outcome of each read. */
export class MatScanner implements Strikable {
  /** The reads of all ended runs. */
  readonly history: Operation[] = [];
  readonly proxy: ProxiedRedis;
  /** Undefined without faults of disks. */
  readonly disk: RaceDisk | undefined;
  readonly #mat: Mat;
  readonly #place: ScannerPlace;
  #scanner: TestProcess | undefined;
  /** The reads of this run, in order. */
  #given: string[] = [];
  #hasBeenGiven = false;

  constructor(
    mat: Mat,
    place: Omit<ScannerPlace, 'redisUrl'>,
    proxy: ProxiedRedis,
    disk: RaceDisk | undefined,
  ) {
    this.proxy = proxy;
    this.disk = disk;
    this.#mat = mat;
    const dataDir = disk?.root ?? place.dataDir;
    const settings = { ...place.settings, DATA_DIR: dataDir, ...disk?.env };
    this.#place = { ...place, redisUrl: proxy.url, dataDir, settings };
  }

  startAgain(): Promise<void> {
    const options = ['--source', this.#mat, '--point', POINTS[this.#mat], '--zone', 'UTC'];
    this.#scanner = startBuiltScanner(this.#place, [...options, '--format', 'line']);
    return Promise.resolve();
  }

  /** A read fails while no scanner runs. */
  give({ mat, band, timeMs }: PlannedRead): void {
    const bandId = getBandId(String(band));
    const id = createScanId({ source: mat, bandId, points: [POINTS[mat]], timeMs });
    if (!this.#scanner) {
      this.history.push({ kind: 'read', id, outcome: 'failed' });
      return;
    }
    this.#given.push(id);
    this.#hasBeenGiven = true;
    this.#scanner.write(`${bandId},${new Date(timeMs).toISOString()}\n`);
  }

  async kill(): Promise<void> {
    const scanner = this.#takeRunning();
    await scanner.kill('SIGKILL');
    this.#noteOutcomes(scanner);
  }

  signal(signal: NodeJS.Signals): void {
    this.#expectRunning().signal(signal);
  }

  /** Waits until its journal has begun, which needs room on the disk. */
  async untilReady(): Promise<void> {
    await this.#expectRunning().waitForOutput(/"reads":/);
    this.#hasBeenGiven = false;
  }

  async untilRefused(): Promise<void> {
    if (this.#hasBeenGiven) await this.#untilReported(true);
  }

  untilGoingOn(): Promise<void> {
    return this.#untilReported(false);
  }

  /** The scanner reports a full disk once, and once that there is room again. */
  #untilReported(isFull: boolean): Promise<void> {
    return eventually(() => {
      const { output } = this.#expectRunning();
      const lines = output.match(/cannot be written \(ENOSPC|can be written again/g) ?? [];
      if ((lines.at(-1)?.startsWith('cannot') ?? false) !== isFull) {
        throw new Error(`${this.#mat} has not reported its disk:\n${output.slice(-2_000)}`);
      }
    });
  }

  /** Ends the input, and waits until the scanner has stored everything in Redis and ended. */
  async finish(): Promise<void> {
    const scanner = this.#takeRunning();
    scanner.endInput();
    if ((await scanner.exitCode) !== 0) throw new EndedByItself(this.#mat, scanner);
    this.#noteOutcomes(scanner);
  }

  async stop(): Promise<void> {
    await this.#scanner?.kill('SIGKILL');
  }

  #expectRunning(): TestProcess {
    if (this.#scanner?.running !== true) throw new EndedByItself(this.#mat, this.#scanner);
    return this.#scanner;
  }

  /** Returns the scanner, which gets no more reads. */
  #takeRunning(): TestProcess {
    const scanner = this.#expectRunning();
    this.#scanner = undefined;
    return scanner;
  }

  #noteOutcomes(scanner: TestProcess): void {
    const onDisk = countOnDisk(scanner);
    for (const [index, id] of this.#given.entries()) {
      this.history.push({ kind: 'read', id, outcome: index < onDisk ? 'ok' : 'unknown' });
    }
    this.#given = [];
  }
}

/** The last reported number of reads on disk. */
function countOnDisk({ stdout }: TestProcess): number {
  const counts = Array.from(stdout.matchAll(/"reads":(\d+)[^\n]*\n/g), ([, count]) => count);
  return Number(counts.at(-1) ?? 0);
}
