import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { withStore } from '#server/cli/command.ts';
import { parseServerConfig, type ServerConfig } from '#server/config/config.ts';
import { SettingError, readEnv } from '#server/config/read-setting.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { CommandError } from '#server/system/command-error.ts';
import { formatElapsed } from '#shared/format/format-time.ts';

import { type DemoRead, inventRace } from './invent-race.ts';
import { changeSettings, createDemoSettings, loadRace } from './load-race.ts';
import { planReplay, type ReplayPlan } from './replay-plan.ts';

/** The scanner's bundle is next to the demo's. */
const SCANNER = path.join(import.meta.dirname, 'scanner.mjs');

/**
 * Runs an invented race through Redis and a real scanner process.
 *
 * 1. Invents the runners and all reads of the race (`inventRace`), and places them in time (`planReplay`).
 * 2. Imports the runners and saves the settings.
 * 3. Lets the scanner send the reads so far, then the rest live or faster.
 * 4. Closes the race.
 */
async function main(config: ServerConfig, store: RaceStore, stop: AbortSignal): Promise<number> {
  // The launcher has checked it. The scanner takes three decimals.
  const speed = Number(Number(readEnv()['SPEED'] || 1).toFixed(3));
  const { runners, reads } = inventRace();
  const plan = planReplay(reads, Date.now(), speed);
  const folder = path.resolve(config.dataDir);
  await mkdir(folder, { recursive: true });
  const writeReads = async (name: string, which: readonly DemoRead[]): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, which.map((read) => formatRead(read, plan)).join(''));
    return file;
  };
  const soFar = await writeReads('reads-so-far.txt', plan.soFar);
  const live = await writeReads('reads-live.txt', plan.live);
  const settings = createDemoSettings(plan.raceStartMs, speed);
  await loadRace(store, runners, settings);
  say(`${runners.length} invented runners are registered; the reads of the demo are in ${folder}`);

  // Differs for each race, so that the journal of an earlier one is not sent to this one.
  const source = `demo-${settings.raceStart.replaceAll('-', '')}`;
  const scan = (file: string, ...options: readonly string[]): Promise<number | null> => {
    const args = ['--source', source, '--format', 'line', '--file', file, ...options];
    return runScanner(args, stop);
  };
  say(`The scanner brings in the ${plan.soFar.length} reads of the race so far`);
  let status = await scan(soFar);
  if (status === 0) {
    const pace = speed === 1 ? 'live' : `at ${speed} times real time, unlike the race clock,`;
    say(`The rest follows ${pace} and takes ${formatElapsed(plan.replayMs)}`);
    status = await scan(live, '--speed', String(speed));
  }
  if (stop.aborted) {
    say('Stopped before the end');
  } else if (status === 0) {
    await changeSettings(store, { closed: true });
    say('The race is closed: anyone still out did not finish');
  } else {
    say('The scanner failed, for the reason above');
  }
  return status ?? 1;
}

/** A line `band;time;points` for the scanner, with the time in UTC. */
function formatRead({ bandId, mat, elapsedMs }: DemoRead, { raceStartMs }: ReplayPlan): string {
  const time = new Date(raceStartMs + elapsedMs).toISOString();
  return `${bandId};${time};${mat.join(',')}\n`;
}

/** Runs the scanner to its end; `stop` ends it like Ctrl-C. Returns its exit status, null if a signal ended it. */
async function runScanner(args: readonly string[], stop: AbortSignal): Promise<number | null> {
  // With the modules that the launcher preloads, so that the scanner does not outlive it.
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
  const config = parseServerConfig(readEnv());
  process.exitCode = await withStore(config, (store) => main(config, store, stop.signal));
} catch (error) {
  if (!(error instanceof SettingError || error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
