import { createScanId } from '#shared/model/scan.ts';
import { getBandId } from '#tests/support/builders.ts';
import { type ScannerPlace, startBuiltScanner } from '#tests/support/built-program.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestProcess } from '#tests/support/process.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { ReadOperation } from './history.ts';
import type { Mat } from './plan-faults.ts';
import type { PlannedRead } from './plan-work.ts';
import type { RaceDisk } from './race-disk.ts';
import { EndedByItself, type Strikable } from './strike.ts';

/** Some have a second mat beside them. */
const POINTS: Readonly<Record<Mat, string>> = {
  'mat-1': 'cp2',
  'mat-2': 'cp4',
  'mat-3': 'finish',
  'mat-4': 'cp3',
  'mat-5': 'cp5',
  'mat-6': 'cp6',
  'mat-7': 'cp2',
  'mat-8': 'finish',
};

/** What else may be struck of a mat. */
interface MatParts {
  /** Undefined where disks are not struck. */
  readonly openDisk: (mat: Mat) => RaceDisk | undefined;
}

/** The scanner of a mat on its standard input, and what became of each read it was given. */
export class MatScanner implements Strikable {
  readonly proxy: ProxiedRedis;
  readonly #mat: Mat;
  readonly #place: ScannerPlace;
  #scanner: TestProcess | undefined;
  /** The reads of this run, in their order. */
  #given: string[] = [];
  readonly #ended: ReadOperation[] = [];
  #hasBeenGiven = false;
  readonly disk: RaceDisk | undefined;

  constructor(
    mat: Mat,
    place: Omit<ScannerPlace, 'redisUrl'>,
    proxy: ProxiedRedis,
    parts: MatParts,
  ) {
    this.proxy = proxy;
    this.#mat = mat;
    this.disk = parts.openDisk(mat);
    const { dataDir, settings } = place;
    this.#place = {
      ...place,
      redisUrl: proxy.url,
      dataDir: this.disk?.root ?? dataDir,
      settings: {
        ...settings,
        DATA_DIR: this.disk?.root ?? dataDir,
        ...this.disk?.env,
      },
    };
  }

  /** All reads of the runs that are over. */
  get history(): readonly ReadOperation[] {
    return this.#ended;
  }

  /** Of the process that runs; undefined while it is dead. */
  get pid(): number | undefined {
    return this.#scanner?.running === true ? this.#scanner.pid : undefined;
  }

  startAgain(): Promise<void> {
    this.#scanner = this.#start('--format', 'line');
    return Promise.resolve();
  }

  #start(...options: readonly string[]): TestProcess {
    const usual = ['--source', this.#mat, '--point', POINTS[this.#mat], '--zone', 'UTC'];
    return startBuiltScanner(this.#place, [...usual, ...options]);
  }

  /** A read that comes while nobody is there has failed. */
  give({ mat, band, timeMs }: PlannedRead): void {
    const bandId = getBandId(String(band));
    const points = [POINTS[mat]] as ['finish'];
    const scanId = createScanId({ source: mat, bandId, points, timeMs });
    if (!this.#scanner) {
      this.#ended.push({ kind: 'read', scanId, outcome: 'failed' });
      return;
    }
    this.#given.push(scanId);
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

  /** Its journal has begun, which a full disk would refuse. */
  async untilReady(): Promise<void> {
    await this.#expectRunning().waitForOutput(/"reads":/);
    this.#hasBeenGiven = false;
  }

  async untilRefused(): Promise<void> {
    if (this.#hasBeenGiven) await this.#untilSaid(({ refused, taken }) => refused > taken);
  }

  untilGoingOn(): Promise<void> {
    return this.#untilSaid(({ refused, taken }) => refused === taken);
  }

  /** Each refusal is told once, and so is its end. */
  async #untilSaid(
    isSaid: (said: { readonly refused: number; readonly taken: number }) => boolean,
  ): Promise<void> {
    await eventually(() => {
      const { output } = this.#expectRunning();
      const count = (pattern: RegExp): number => Array.from(output.matchAll(pattern)).length;
      const refused = count(/cannot be written \(ENOSPC/g);
      const taken = count(/can be written again/g);
      if (!isSaid({ refused, taken })) {
        throw new Error(`${this.#mat} has not said how its full disk is:\n${output.slice(-2_000)}`);
      }
    });
  }

  /** Ends the input, and waits until the scanner has ended with everything in Redis. */
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

  /** The scanner, which is given nothing more from here on. */
  #takeRunning(): TestProcess {
    const scanner = this.#expectRunning();
    this.#scanner = undefined;
    return scanner;
  }

  /** The reads that it has said to be on disk, and those of runs that are over. */
  get onDisk(): readonly string[] {
    const before = this.#ended.filter(({ outcome }) => outcome === 'ok');
    const now = this.#scanner ? this.#given.slice(0, countOnDisk(this.#scanner)) : [];
    return [...before.map(({ scanId }) => scanId), ...now];
  }

  #noteOutcomes(scanner: TestProcess): void {
    const onDisk = countOnDisk(scanner);
    for (const [index, scanId] of this.#given.entries()) {
      this.#ended.push({ kind: 'read', scanId, outcome: index < onDisk ? 'ok' : 'unknown' });
    }
    this.#given = [];
  }
}

/** What it said last is how many of its reads it had on disk. */
function countOnDisk({ stdout }: TestProcess): number {
  const counts = Array.from(stdout.matchAll(/"reads":(\d+)[^\n]*\n/g), ([, count]) => count);
  return Number(counts.at(-1) ?? 0);
}
