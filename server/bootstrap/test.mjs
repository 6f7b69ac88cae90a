import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildApp } from './build.mjs';
import {
  CACHE_DIR,
  createSteps,
  loadSettings,
  PROJECT_DIR,
  runLauncher,
  runTool,
} from './launcher.mjs';
import { installDependencies, provideTool, REDIS } from './setup.mjs';

/** The projects of tests/vitest.config.ts that `npm test` runs: they do not depend on the load of the machine. */
const FIRST_PROJECTS = ['core', 'component', 'server', 'journeys'];
const OTHER_PROJECTS = ['slow', 'faults', 'e2e', 'firebase'];

/**
 * `npm test`: the checks, every pure, component, server and scanner test, and the main journeys in a
 * browser. With arguments (`npm test -- tests/e2e/board.test.ts`) only the tests that they name, at once.
 * @param {readonly string[]} args
 */
export async function runTest(args) {
  await (args.length > 0
    ? runAll({ filters: args })
    : runAll({ projects: FIRST_PROJECTS, hasChecks: true }));
}

/** `npm run test:all`: what `npm test` leaves out, including the tests against Firebase's Auth emulator. */
export async function runTestAll() {
  await runAll({ projects: OTHER_PROJECTS });
}

/**
 * `npm run gallery`: a picture of every screen in each of its states, on a phone and a desk, light
 * and dark, and one page that shows them all. The gallery tests take them while they check.
 */
export async function runGallery() {
  const folder = join(CACHE_DIR, 'gallery');
  rmSync(folder, { recursive: true, force: true });
  process.env['GALLERY_FOLDER'] = folder;
  await runAll({ filters: ['tests/e2e/gallery'] });
  process.stdout.write(`The pictures are in ${join(folder, 'index.html')}\n`);
}

/**
 * Runs tests, with the checks of package.json at the same time so that both cores are busy, and
 * prints the count last. What the tests need is installed by their `globalSetup`.
 * @param {{ projects?: readonly string[], filters?: readonly string[], hasChecks?: boolean }} what
 */
async function runAll({ projects = [], filters = [], hasChecks = false }) {
  let count = '0 passed, 1 failed';
  await runLauncher(async () => {
    await installDependencies(createSteps(process.stdout));
    // Colours are for a terminal: in a log they hide the figures from programs that read it.
    if (!process.stdout.isTTY) process.env['NO_COLOR'] = '1';
    const checking = hasChecks ? runTool('npm', ['run', '--silent', 'check']) : undefined;
    // Installed only now, so it cannot be imported at the top.
    // oxlint-disable-next-line no-restricted-imports
    const { startVitest } = await import('vitest/node');
    const config = join('tests', 'vitest.config.ts');
    const vitest = await startVitest('test', [...filters], {
      root: PROJECT_DIR,
      config,
      project: [...projects],
      run: true,
    });
    const modules = vitest.state.getTestModules();
    const states = modules.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => test.result().state),
    );
    const passed = states.filter((state) => state === 'passed').length;
    let failed = states.filter((state) => state === 'failed').length;
    // A file that could not be loaded has no tests.
    failed += modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    failed += vitest.state.getUnhandledErrors().length;
    const checks = await checking;
    if (checks) {
      process.stdout.write(
        checks.ok ? 'Format, lint, types, unused code: passed\n' : checks.output,
      );
      if (!checks.ok) failed += 1;
    }
    if (states.length === 0) failed += 1;
    count = `${passed} passed, ${failed} failed`;
    return failed > 0 ? 1 : Number(process.exitCode ?? 0);
  });
  process.stdout.write(`${count}\n`);
}

/**
 * `npm run bench`: measures the built service.
 * @param {readonly string[]} args
 */
export const runBench = (args) => runFromTests('bench', args);

/**
 * `npm run faults`: runs a race while faults strike it.
 * @param {readonly string[]} args
 */
export const runFaults = (args) => runFromTests('harness', args);

/**
 * Runs `main(args)` of `main.ts` in a folder of tests on the built service; it starts what it needs.
 * @param {string} folder
 * @param {readonly string[]} args
 */
async function runFromTests(folder, args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    process.env['REDIS_SERVER_PATH'] = await provideTool(REDIS, loadSettings().env, steps);
    await buildApp(steps);
    // Installed only now, so it cannot be imported at the top.
    // oxlint-disable-next-line no-restricted-imports
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport(join(PROJECT_DIR, 'tests', folder, 'main.ts'), {
      root: PROJECT_DIR,
      configFile: false,
      logLevel: 'warn',
    });
    return /** @type {{ main: (args: readonly string[]) => Promise<number> }} */ (module).main(
      args,
    );
  });
}
