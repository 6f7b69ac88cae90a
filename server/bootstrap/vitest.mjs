import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { exitStatusOf } from './program.mjs';
import { PROJECT_DIR } from './project.mjs';
import { listenForStop } from './stop-request.mjs';

/** What a user may have set for a race of their own; no test gets to see it. */
const RACE_SETTINGS = [
  'DATA_DIR',
  'HOST',
  'LOG_LEVEL',
  'NODE_ENV',
  'PORT',
  'PUBLIC_ORIGIN',
  'RACE_KEY',
  'REDIS_URL',
  'SPEED',
  'TRUST_PROXY',
  'WORKERS',
];

/**
 * Runs the tests and shows what they print.
 * @param {{
 *   report: string,
 *   args: readonly string[],
 *   binaries: Readonly<Record<string, string>>,
 *   steps: import('./steps.mjs').Steps,
 * }} options `report`: the file for the results as JSON; `args`: as given to `npm test --`
 * @returns {Promise<number>} the exit status
 */
export async function runVitest({ report, args, binaries, steps }) {
  const env = { ...process.env, ...binaries };
  for (const name of RACE_SETTINGS) delete env[name];
  // Colours are for a terminal: in a log they hide the figures from whatever reads it.
  if (!process.stdout.isTTY) Object.assign(env, { NO_COLOR: '1', FORCE_COLOR: undefined });
  const child = spawn(
    join(PROJECT_DIR, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      `--config=${join('tests', 'vitest.config.ts')}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { cwd: PROJECT_DIR, env, stdio: 'inherit', detached: true },
  );
  /** @type {import('./program.mjs').Program} */
  const program = {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal }));
    }),
    send: (signal) => void child.kill(signal),
  };
  const stop = listenForStop(() => [program], steps);
  try {
    return exitStatusOf(await program.ended);
  } finally {
    stop.dispose();
  }
}
