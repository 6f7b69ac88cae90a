import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { exitStatusOf, passOnShutdown } from './program.mjs';
import { PROJECT_DIR } from './settings.mjs';

/** Settings of a user's own race, which no test gets to see. */
const RACE_SETTINGS = [
  'AUTH',
  'DATA_DIR',
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_PROJECT_ID',
  'HOST',
  'LOG_LEVEL',
  'NODE_ENV',
  'ORGANISER_EMAILS',
  'PORT',
  'PUBLIC_ORIGIN',
  'RACES_DIR',
  'RACE_KEY',
  'REDIS_CA_FILE',
  'REDIS_CERT_FILE',
  'REDIS_KEY_FILE',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_SENTINEL_USERNAME',
  'REDIS_URL',
  'REDIS_WAIT_REPLICAS',
  'SPEED',
  'TRUST_PROXY',
  'WORKERS',
];

/**
 * Runs the tests and shows what they print.
 * @param {{
 *   config?: string,
 *   report: string,
 *   args: readonly string[],
 *   env: Readonly<Record<string, string>>,
 *   steps: import('./launcher.mjs').Steps,
 * }} options `config`: which tests; `report`: the file for the results as JSON; `args`: as given
 *   to `npm test --`; `env`: what the tests are told beside the user's own environment
 * @returns {Promise<number>} the exit status
 */
export async function runVitest({
  config = join('tests', 'vitest.config.ts'),
  report,
  args,
  env: given,
  steps,
}) {
  const env = { ...process.env };
  for (const name of RACE_SETTINGS) delete env[name];
  Object.assign(env, given);
  // Colours are for a terminal: in a log they hide the figures from programs that read it.
  if (!process.stdout.isTTY) Object.assign(env, { NO_COLOR: '1', FORCE_COLOR: undefined });
  const child = spawn(
    join(PROJECT_DIR, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      `--config=${config}`,
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
  const shutdown = passOnShutdown(() => [program], steps);
  try {
    return exitStatusOf(await program.ended);
  } finally {
    shutdown.dispose();
  }
}
