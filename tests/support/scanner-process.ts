import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import type { StoredScan } from '#shared/model/scan.ts';

import { scannerEnv, type ScannerPlace, startBuiltScanner } from './built-program.ts';
import { eventually } from './eventually.ts';
import { connectRedis } from './ingest-scans.ts';
import { startProcess, type TestProcess } from './process.ts';

/** A scanner's final output. */
export interface ScannerSummary {
  readonly done: true;
  readonly reads: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly bad: number;
  readonly unsent: number;
}

/** Starts the built scanner; killed with the test. */
export function startScanner(place: ScannerPlace, args: readonly string[]): TestProcess {
  const scanner = startBuiltScanner(place, args);
  onTestFinished(async () => void (await scanner.kill('SIGKILL')));
  return scanner;
}

/**
 * Starts the built scanner from a shell command in which `"$@"` is the scanner: `"$@" | head -1`. The shell and
 * everything it started are killed when the test ends.
 */
export function startScannerInShell(
  place: ScannerPlace,
  line: string,
  args: readonly string[],
): TestProcess {
  const path = fileURLToPath(new URL('../../dist/server/scanner.mjs', import.meta.url));
  const command = [process.execPath, path, ...args];
  const options = { env: scannerEnv(place), group: true };
  const shell = startProcess('sh', ['-c', line, 'sh', ...command], options);
  onTestFinished(async () => {
    if (shell.running) shell.signalGroup('SIGKILL');
    // Before their folders are removed.
    await shell.exitCode;
  });
  return shell;
}

/** The last line of a scanner that has ended. */
export function readSummary(scanner: TestProcess): ScannerSummary {
  const last = scanner.stdout.trim().split('\n').at(-1) ?? '';
  return JSON.parse(last) as ScannerSummary;
}

type StoredIn = Pick<ScannerPlace, 'redisUrl' | 'raceKey'>;

export async function readStoredScans({ redisUrl, raceKey }: StoredIn): Promise<StoredScan[]> {
  const redis = await connectRedis(redisUrl);
  try {
    const texts = await redis.hVals(createRaceKeys(raceKey).scans);
    return texts.map((text) => JSON.parse(text) as StoredScan);
  } finally {
    redis.destroy();
  }
}

/** Polls until at least this number of scans are stored. */
export async function waitForStoredScans(place: StoredIn, count: number): Promise<void> {
  const redis = await connectRedis(place.redisUrl);
  try {
    await eventually(
      async () => {
        const stored = await redis.hLen(createRaceKeys(place.raceKey).scans);
        if (stored < count) throw new Error(`only ${stored} scans of ${count} are stored`);
      },
      { intervalMs: 2 },
    );
  } finally {
    redis.destroy();
  }
}

/** The stored scans as `band time`, sorted. */
export async function readStoredReads(place: StoredIn): Promise<string[]> {
  const scans = await readStoredScans(place);
  return scans.map(({ bandId, timeMs }) => `${bandId} ${timeMs}`).toSorted();
}
