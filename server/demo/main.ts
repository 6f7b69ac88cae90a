import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { CommandError, withStore } from '#server/cli/command.ts';
import { parseServerConfig, type ServerConfig } from '#server/config/config.ts';
import { SettingError, readEnv } from '#server/config/read-setting.ts';
import { describeRedis } from '#server/system/redis-address.mjs';
import { formatElapsed } from '#shared/format/format-time.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import { inventRace } from './invent-race.ts';
import { closeRace, createDemoSettings, loadRace, requireOwnRace } from './load-race.ts';
import { catchUp, planReplay, REAL_TIME, type ReplayPlan, tellProgress } from './replay-plan.ts';
import { writeDemoFiles, writeReplayFiles } from './write-demo-files.ts';
import { writeNotes, waitFor } from './write-notes.ts';

/** The scanner's bundle is next to the demo's. */
const SCANNER = path.join(import.meta.dirname, 'scanner.mjs');

/** How often it checks that the race is still its own. */
const LOOK_MS = 1_000;

/**
 * Runs an invented race through Redis and a real scanner process.
 *
 * 1. It invents the runners and every read of the race (`inventRace`).
 * 2. It places the race in time (`planReplay`).
 * 3. It refuses a race that is not the demo's own.
 * 4. It imports the runners from a file and saves the settings.
 * 5. The scanner brings in what was read so far, then the rest as it happens or faster, while overrides are
 *    written down as an organiser would (`writeNotes`).
 * 6. It closes the race.
 */
async function main(stop: AbortSignal): Promise<number> {
  const config = parseServerConfig(readEnv());
  const speed = parseSpeed(readEnv()['SPEED']);
  if (process.argv.includes('--check')) return checkRaces(config);
  const { runners, reads, notes } = inventRace();
  const plan = planReplay(reads, Date.now(), speed);
  await withStore(config, (store) => requireOwnRace(store, describeRace(config)));
  const files = await writeDemoFiles(config.dataDir, runners, plan);
  const settings = createDemoSettings(plan.raceStartMs, speed);
  await withStore(config, (store) => loadRace(store, files.runnersCsv, settings));
  say(
    `${runners.length} invented runners are registered; all files of the demo are in ${files.folder}`,
  );

  // A name of its own for each race, so that the journal of an earlier one is not sent to this one.
  const source = `demo-${settings.raceStart.replaceAll('-', '')}`;
  const scan = (file: string, ...options: readonly string[]): Promise<number | null> =>
    whileOwn(config, stop, (signal) =>
      runScanner(['--source', source, '--format', 'line', '--file', file, ...options], signal),
    );

  say(`The scanner brings in the ${plan.soFar.length} reads of the race so far`);
  const soFarStatus = await scan(files.soFar);
  if (soFarStatus !== 0) return sayWhyEnded(soFarStatus, config, stop);

  const rest = catchUp(plan, Date.now(), speed);
  const restFiles = await writeReplayFiles(files.folder, rest);
  const meanwhileStatus = restFiles.meanwhile === undefined ? 0 : await scan(restFiles.meanwhile);
  if (meanwhileStatus !== 0) return sayWhyEnded(meanwhileStatus, config, stop);

  say(describeReplay(rest, speed));
  await waitFor(Math.max(0, rest.beginMs - Date.now()), stop);
  const progress = tellProgress(rest, speed, say);
  const failed = new AbortController();
  const writing = AbortSignal.any([stop, failed.signal]);
  const [liveStatus] = await Promise.all([
    scan(restFiles.live, '--speed', String(speed)).then((status) => {
      if (status !== 0) failed.abort();
      return status;
    }),
    withStore(config, (store) => writeNotes(store, notes, rest, speed, writing)),
  ]).finally(() => progress.stop());
  if (liveStatus !== 0) return sayWhyEnded(liveStatus, config, stop);

  if (!(await withStore(config, closeRace))) return sayWhyEnded(0, config, stop);
  say('The race is closed: anyone still out did not finish');
  return 0;
}

function describeReplay({ replayMs, lastMs }: ReplayPlan, speed: number): string {
  if (speed === REAL_TIME) {
    return `The rest follows live and takes ${formatElapsed(replayMs)}. SPEED=30 has it over in minutes`;
  }
  return (
    `The rest follows at ${speed} times real time and takes ${formatElapsed(replayMs)}. The race ` +
    `clock keeps to real time: the results catch up with it at ${formatElapsed(lastMs)}`
  );
}

/** Whether the demo may write into its race, or with `--all` into all races in its own folder. */
async function checkRaces(config: ServerConfig): Promise<number> {
  const others = process.argv.includes('--all')
    ? await withStore(config, (store) => store.origin.listRaceKeys())
    : [];
  for (const raceKey of new Set([config.raceKey, ...others])) {
    const checked = { ...config, raceKey };
    await withStore(checked, (store) => requireOwnRace(store, describeRace(checked)));
  }
  return 0;
}

function describeRace({
  raceKey,
  redis,
  dataDir,
}: ServerConfig): Parameters<typeof requireOwnRace>[1] {
  return {
    place: `The race ${quoteGiven(raceKey)} in the Redis at ${describeRedis(redis)}`,
    remedy: process.argv.includes('--all')
      ? `Keep it by renaming the folder ${dataDir}; then the demo begins with a new one.`
      : 'Run the demo without REDIS_URL, RACE_KEY and DATA_DIR, or with a RACE_KEY that no race has yet.',
  };
}

/** How many times real time, to the three decimals the scanner takes. */
function parseSpeed(given = ''): number {
  const speed = given.trim() === '' ? REAL_TIME : Number(Number(given).toFixed(3));
  if (!(speed >= 0.1 && speed <= 10_000)) {
    throw new SettingError('SPEED', given, 'a number from 0.1 to 10000, times real time');
  }
  return speed;
}

/** Aborts the work when somebody replaces the invented race. */
async function whileOwn<T>(
  config: ServerConfig,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withStore(config, async (store) => {
    const replaced = new AbortController();
    const look = async (): Promise<void> => {
      if (!(await store.origin.isDemo())) replaced.abort();
    };
    const timer = setInterval(() => {
      // While Redis is away nothing is stored; the check follows when it is back.
      look().catch(() => undefined);
    }, LOOK_MS);
    try {
      return await work(AbortSignal.any([stop, replaced.signal]));
    } finally {
      clearInterval(timer);
    }
  });
}

async function sayWhyEnded(
  status: number | null,
  config: ServerConfig,
  stop: AbortSignal,
): Promise<number> {
  if (stop.aborted) {
    say('Stopped before the end');
  } else if (!(await withStore(config, (store) => store.origin.isDemo()))) {
    say('Another race was put in the place of the invented one; the demo leaves it alone');
    return 0;
  } else {
    say('The scanner failed; it says above what it lacks');
  }
  return status ?? 1;
}

/**
 * Runs the scanner process as `npm run scanner` does and waits for its end. `stop` ends it as
 * Ctrl-C would. Returns its exit status; null when a signal ended it.
 */
async function runScanner(args: readonly string[], stop: AbortSignal): Promise<number | null> {
  // Passes on what the launcher loads into its programs, so that none of them outlives it.
  const child = spawn(process.execPath, [...process.execArgv, SCANNER, ...args, '--quiet'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const onStop = (): void => void child.kill('SIGTERM');
  stop.addEventListener('abort', onStop);
  try {
    if (stop.aborted) onStop();
    const [status] = (await once(child, 'exit')) as [number | null];
    return status;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
try {
  process.exitCode = await main(stop.signal);
} catch (error) {
  if (!(error instanceof SettingError || error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
