import { join } from 'node:path';

import { buildApp } from './build.mjs';
import { createSteps, loadSettings, PROJECT_DIR, runLauncher, runTool } from './launcher.mjs';
import { installDependencies, provideTool, REDIS } from './setup.mjs';

/** The projects of tests/vitest.config.ts in `npm test`, which do not depend on the load of the machine. */
const FIRST_PROJECTS = ['core', 'component', 'server', 'journeys'];
/** What `npm run test:all` runs, with the tests against Firebase's Auth emulator. */
const OTHER_PROJECTS = ['slow', 'faults', 'e2e', 'firebase'];

/**
 * `npm test`: the checks, all pure, component, server and scanner tests, and the main journeys in a browser. With
 * arguments (`npm test -- tests/e2e/board.test.ts`) only the named tests.
 * @param {readonly string[]} args
 */
export const runTest = (args) => runVitest(args, args.length > 0 ? [] : FIRST_PROJECTS);

/** `npm run test:all`: all other tests. */
export const runTestAll = () => runVitest([], OTHER_PROJECTS);

/**
 * Runs tests, with the checks of package.json at the same time as the first projects, and prints the counts last. The
 * `globalSetup` of the tests installs what they need.
 * @param {readonly string[]} args files, and options of Vitest such as `-t TITLE`
 * @param {readonly string[]} projects
 */
async function runVitest(args, projects) {
  let count = '0 passed, 1 failed';
  await runLauncher(async () => {
    await installDependencies(createSteps(process.stdout));
    // Outside a terminal colours would hide the figures from programs that read the log.
    if (!process.stdout.isTTY) process.env['NO_COLOR'] = '1';
    const checking =
      projects === FIRST_PROJECTS ? runTool('npm', ['run', '--silent', 'check']) : undefined;
    // Not imported at the top, since it may only just have been installed.
    // oxlint-disable-next-line no-restricted-imports
    const { parseCLI, startVitest } = await import('vitest/node');
    const config = join('tests', 'vitest.config.ts');
    const { filter, options: given } = parseCLI(['vitest', ...args]);
    const options = { ...given, root: PROJECT_DIR, config, project: [...projects], run: true };
    const { state } = await startVitest('test', filter, options);
    const countOf = (/** @type {'passed' | 'failed'} */ how) =>
      state.getTestModules().flatMap(({ children }) => Array.from(children.allTests(how))).length;
    const checks = await checking;
    if (checks) {
      const said = checks.ok ? 'Format, lint, types, unused code: passed\n' : checks.output;
      process.stdout.write(said);
    }
    const failed = countOf('failed') + Number(checks?.ok === false);
    // Vitest also fails if a file cannot be loaded, or if there is no test.
    const status = failed > 0 ? 1 : Number(process.exitCode ?? 0);
    count = `${countOf('passed')} passed, ${Math.max(failed, status)} failed`;
    return status;
  });
  process.stdout.write(`${count}\n`);
}

/**
 * `npm run bench` and `npm run faults`: runs `main(args)` of `main.ts` in a folder of tests, with the built service.
 * @param {string} folder
 * @param {readonly string[]} args
 */
export async function runFromTests(folder, args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    process.env['REDIS_SERVER_PATH'] = await provideTool(REDIS, loadSettings().env, steps);
    await buildApp(steps);
    // Not imported at the top, since it may only just have been installed.
    // oxlint-disable-next-line no-restricted-imports
    const { runnerImport } = await import('vite');
    const path = join(PROJECT_DIR, 'tests', folder, 'main.ts');
    const options = { root: PROJECT_DIR, configFile: /** @type {const} */ (false) };
    const { module } = await runnerImport(path, { ...options, logLevel: 'warn' });
    const { main } = /** @type {{ main: (args: readonly string[]) => Promise<number> }} */ (module);
    return main(args);
  });
}
