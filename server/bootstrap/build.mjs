import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { compressFiles } from '../system/compressed-forms.mjs';
import {
  CACHE_DIR,
  createSteps,
  doOnce,
  Failure,
  keepToolLog,
  PROJECT_DIR,
  runLauncher,
  runTool,
} from './launcher.mjs';
import { installDependencies } from './setup.mjs';

const OUT_DIR = join(PROJECT_DIR, 'dist');
const STAMP = join(OUT_DIR, '.sources');
const SOURCES = ['client', 'server', 'shared', 'package.json', 'package-lock.json'];

/** `npm run build`: brings `dist/` up to date. */
export async function runBuild() {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    if (!(await buildApp(steps))) steps.say('dist/ is up to date');
    return 0;
  });
}

/** Builds `dist/` in another folder and moves it into place, unless it is up to date. Returns whether it was built. @param {import('./launcher.mjs').Steps} steps */
export function buildApp(steps) {
  return doOnce('build', 'Building the page and the service', isFresh, build, steps);
}

async function build() {
  for (const name of readdirSync(CACHE_DIR)) {
    // Left by a killed build, since this process has the lock.
    if (/^build-\w{6}$/.test(name)) rmSync(join(CACHE_DIR, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(CACHE_DIR, 'build-'));
  const built = join(folder, 'new');
  mkdirSync(built);
  try {
    // Before compiling: a later change makes the next start build again.
    writeFileSync(join(built, '.sources'), describeSources());
    await compileApp(built);
    if (existsSync(OUT_DIR)) renameSync(OUT_DIR, join(folder, 'old'));
    renameSync(built, OUT_DIR);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isFresh() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === describeSources();
}

/** The number of sources and folders, and the time of the newest. */
function describeSources() {
  let count = 0;
  let newestMs = 0;
  const visit = (/** @type {string} */ path) => {
    const stat = statSync(path);
    count += 1;
    newestMs = Math.max(newestMs, stat.mtimeMs);
    // The launchers are not built; hidden files are those of editors.
    const names = stat.isDirectory() ? readdirSync(path) : [];
    for (const name of names) {
      if (name !== 'bootstrap' && !name.startsWith('.')) visit(join(path, name));
    }
  };
  for (const path of SOURCES) visit(join(PROJECT_DIR, path));
  return `${count} sources, the newest of ${new Date(newestMs).toISOString()}`;
}

/** Always for production, since the service could not render a first screen with a development page. @param {string} folder */
export async function compileApp(folder) {
  const vite = join(PROJECT_DIR, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const compile = (/** @type {string} */ part) => {
    const config = join(PROJECT_DIR, part, 'vite.config.ts');
    const args = ['build', '--config', config, '--outDir', join(folder, part), '--emptyOutDir'];
    return runTool(process.execPath, [vite, ...args], { cwd: PROJECT_DIR, env });
  };
  const results = await Promise.all([compile('client'), compile('server')]);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) {
    const log = keepToolLog('build', failed.map(({ output }) => output).join('\n'));
    throw new Failure(
      'The page and the service could not be built: vite build failed.',
      `Correct what ${log} names and run it again.`,
    );
  }
  await compressFiles(join(folder, 'client'));
}
