import { Failure } from './failure.mjs';
import { findChromium, findRedisServer } from './find-binary.mjs';
import { installSystemPackage } from './system-package.mjs';

/**
 * The Redis server, installed if it is not there.
 * @param {import('./find-binary.mjs').Environment} env
 * @param {import('./steps.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function provideRedisServer(env, steps) {
  return provide(findRedisServer, env, steps, {
    package: { label: 'Redis', apt: ['redis-server'], brew: 'redis' },
    otherwise: 'set REDIS_SERVER_PATH to a redis-server, or REDIS_URL to a Redis that runs',
  });
}

/**
 * The browser for the tests, installed if it is not there.
 * @param {import('./find-binary.mjs').Environment} env
 * @param {import('./steps.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function provideChromium(env, steps) {
  return provide(findChromium, env, steps, {
    package: {
      label: 'Chromium',
      apt: ['chromium-headless-shell', 'chromium'],
      brew: 'google-chrome',
      brewCask: true,
    },
    otherwise: 'set CHROMIUM_PATH to a Chromium or Chrome',
  });
}

/**
 * @param {(env: import('./find-binary.mjs').Environment) => string | undefined} find
 * @param {import('./find-binary.mjs').Environment} env
 * @param {import('./steps.mjs').Steps} steps
 * @param {{ package: import('./system-package.mjs').SystemPackage, otherwise: string }} wanted
 */
async function provide(find, env, steps, { package: wanted, otherwise }) {
  const present = find(env);
  if (present !== undefined) return present;
  const refusal = await installSystemPackage(wanted, env, steps);
  const installed = refusal ? undefined : find(env);
  if (installed !== undefined) return installed;
  throw new Failure(
    refusal?.log
      ? `${wanted.label} is not on this machine and could not be installed (see ${refusal.log}).`
      : `${wanted.label} is not on this machine and cannot be installed without asking you.`,
    `Install it (sudo apt-get install ${wanted.apt.at(-1)}, or brew install ${wanted.brewCask ? '--cask ' : ''}${wanted.brew}), or ${otherwise}.`,
  );
}
