import { createSteps, type Environment, runTool, type Steps } from '#server/bootstrap/launcher.mjs';
import {
  findOnPath,
  installSystemPackage,
  provideTool,
  type Tool,
} from '#server/bootstrap/setup.mjs';

/** The first is the headless browser, which opens pages in a third of the time. */
export const CHROMIUM: Tool = {
  label: 'Chromium',
  names: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  places: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  setting: 'CHROMIUM_PATH',
  apt: ['chromium-headless-shell', 'chromium'],
  brew: ['--cask', 'google-chrome'],
  otherwise: 'set CHROMIUM_PATH to a Chromium or Chrome',
};

/** In Debian it is only on root's PATH. */
export const NGINX: Tool = {
  label: 'nginx',
  names: ['nginx'],
  places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'],
  setting: 'NGINX_PATH',
  apt: ['nginx-light', 'nginx'],
  brew: ['nginx'],
  otherwise: 'set NGINX_PATH to an nginx',
};

/** Makes the certificates of the tests. */
const OPENSSL: Tool = {
  label: 'OpenSSL',
  names: ['openssl'],
  apt: ['openssl'],
  brew: ['openssl'],
  otherwise: 'put an openssl on PATH',
};

/** Compiles the file system of the fault tests. */
export const COMPILER: Tool = {
  label: 'A C compiler',
  names: ['cc'],
  apt: ['gcc libc6-dev'],
  otherwise: 'put a cc on PATH',
};

/** Before all tests (`globalSetup`): installs the system tools they need, apart from Redis and Chromium. */
export async function setup(): Promise<void> {
  const steps = createSteps(process.stdout);
  for (const tool of [NGINX, OPENSSL, COMPILER]) await provideTool(tool, process.env, steps);
  await provideFonts(process.env, steps);
}

/** The fonts of phones and laptops, by their Debian packages. */
const FONT_PACKAGES = ['fonts-dejavu', 'fonts-roboto', 'fonts-inter', 'fonts-noto-core'];

/**
 * Installs the fonts for measuring pages, if apt can do so without a prompt. Without them the tests use other fonts, and
 * check less.
 */
async function provideFonts(env: Environment, steps: Steps): Promise<void> {
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
