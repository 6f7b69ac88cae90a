import { createScanId } from '#shared/model/scan.ts';
import { getBandId } from '#tests/support/builders.ts';
import { type ScannerPlace, startBuiltScanner } from '#tests/support/built-program.ts';
import type { TestProcess } from '#tests/support/process.ts';
import type { RedisWay } from '#tests/support/sentinel-way.ts';

import type { ReadOperation } from './history.ts';
import { type Mat, MATS } from './plan-faults.ts';
import type { PlannedRead } from './plan-work.ts';
import { EndedByItself, type Strikable } from './strike.ts';

const POINTS: Readonly<Record<Mat, string>> = { 'mat-1': 'cp2', 'mat-2': 'cp4', 'mat-3': 'finish' };

/** The scanner of a mat on its standard input, and what became of each read it was given. */
export class MatScanner implements Strikable {
  readonly way: RedisWay;
  readonly #mat: Mat;
  readonly #place: ScannerPlace;
  #scanner: TestProcess | undefined;
  /** The reads of this run, in their order. */
  #given: string[] = [];
  readonly #ended: ReadOperation[] = [];

  constructor(mat: Mat, place: Omit<ScannerPlace, 'redisUrl'>, way: RedisWay) {
    this.way = way;
    this.#mat = mat;
    this.#place = { ...place, redisUrl: way.url };
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
    const options = ['--source', this.#mat, '--point', POINTS[this.#mat], '--zone', 'UTC'];
    this.#scanner = startBuiltScanner(this.#place, [...options, '--format', 'line']);
    return Promise.resolve();
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
  const told = Array.from(stdout.matchAll(/"reads":(\d+)[^\n]*\n/g), ([, count]) => count);
  return Number(told.at(-1) ?? 0);
}

/** A scanner for each mat, each with its own way to Redis. */
export function createMats(
  place: Omit<ScannerPlace, 'redisUrl'>,
  ways: Readonly<Record<Mat, RedisWay>>,
): Readonly<Record<Mat, MatScanner>> {
  const mats = MATS.map((mat) => [mat, new MatScanner(mat, place, ways[mat])] as const);
  return Object.fromEntries(mats) as Record<Mat, MatScanner>;
}
