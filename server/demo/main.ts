import { CommandError } from '#server/cli/command-error.ts';
import { withStore } from '#server/cli/with-store.ts';
import { parseServerConfig } from '#server/config.ts';
import { readEnv } from '#server/env.ts';
import { SettingError } from '#server/read-setting.ts';
import { formatElapsed } from '#shared/format/format-time.ts';

import { inventRace } from './invent-race.ts';
import { closeRace, createDemoSettings, loadRace } from './load-race.ts';
import { planReplay } from './replay-plan.ts';
import { runScanner } from './run-scanner.ts';
import { tellProgress } from './tell-progress.ts';
import { writeDemoFiles } from './write-demo-files.ts';

/** Runs an invented race through Redis and a real scanner process; see {@link planReplay} for its clock. */
async function main(stop: AbortSignal): Promise<number> {
  const config = parseServerConfig(readEnv());
  const speed = parseSpeed(readEnv()['SPEED']);
  const { runners, reads } = inventRace();
  const plan = planReplay(reads, Date.now(), speed);
  const files = await writeDemoFiles(config.dataDir, runners, plan);
  const settings = createDemoSettings(plan.raceStartMs, speed);
  await withStore(config, (store) => loadRace(store, files.runnersCsv, settings));
  say(
    `${runners.length} invented runners are registered; all files of the demo are in ${files.folder}`,
  );

  // A name of its own for each race: what an earlier one left in its journal is not for this one.
  const source = `demo-${settings.raceStart.replaceAll('-', '')}`;
  const scan = (file: string, ...options: readonly string[]): Promise<number | null> =>
    runScanner(['--source', source, '--format', 'line', '--file', file, ...options], stop);

  say(`The scanner brings in the ${plan.soFar.length} reads of the race so far`);
  const soFarStatus = await scan(files.soFar);
  if (soFarStatus !== 0) return sayWhyEnded(soFarStatus, stop);

  say(
    `The rest follows at ${speed} times real time and takes ${formatElapsed(plan.replayMs)}. The race ` +
      `clock keeps to real time: the results catch up with it at ${formatElapsed(plan.lastMs)}`,
  );
  const progress = tellProgress(plan, speed, say);
  const liveStatus = await scan(files.live, '--speed', String(speed)).finally(() =>
    progress.stop(),
  );
  if (liveStatus !== 0) return sayWhyEnded(liveStatus, stop);

  await withStore(config, closeRace);
  say('The race is closed: whoever is still out did not finish');
  return 0;
}

/** How many times real time, to the three decimals the scanner takes. */
function parseSpeed(given = ''): number {
  const speed = given.trim() === '' ? 30 : Number(Number(given).toFixed(3));
  if (!(speed >= 0.1 && speed <= 10_000)) {
    throw new SettingError('SPEED', given, 'a number from 0.1 to 10000, times real time');
  }
  return speed;
}

function sayWhyEnded(status: number | null, stop: AbortSignal): number {
  say(stop.aborted ? 'Stopped before the end' : 'The scanner failed; it says above what it lacks');
  return status ?? 1;
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
