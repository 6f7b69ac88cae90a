import { Failure } from './failure.mjs';
import { findChromium, findOnPath, findRedisServer } from './find-binary.mjs';
import { runTool } from './run-tool.mjs';
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

/** The faces that phones and laptops set a page in, as Debian packs them. */
const FONT_PACKAGES = ['fonts-dejavu', 'fonts-roboto', 'fonts-inter', 'fonts-noto-core'];

/**
 * The faces in which the tests measure the pages, installed where apt can do so without a question.
 * Without them each falls back to another: the tests see less, and no one fails for it.
 * @param {import('./find-binary.mjs').Environment} env
 * @param {import('./steps.mjs').Steps} steps
 */
export async function provideFonts(env, steps) {
  const query = findOnPath(['dpkg-query'], env);
  if (!query) return;
  const { output } = await runTool(query, ['-W', '-f', '${Package}\n', ...FONT_PACKAGES], { env });
  const present = new Set(output.split('\n'));
  const missing = FONT_PACKAGES.filter((name) => !present.has(name));
  if (missing.length === 0) return;
  const wanted = { label: 'Fonts', apt: [missing.join(' ')] };
  if (await installSystemPackage(wanted, env, steps)) {
    steps.say(`Some fonts are not there (${missing.join(', ')}): the pages are measured without.`);
  }
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
