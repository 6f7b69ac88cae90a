import { readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import {
  provideChromium,
  provideCompiler,
  provideFonts,
  provideNginx,
  provideOpenssl,
  provideRedisServer,
  provideSwift,
} from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { ALL_CHECKS, runChecks } from './checks.mjs';
import { installDependencies } from './dependencies.mjs';
import { EMULATED_PROJECT, installFirebaseTools, startAuthEmulator } from './firebase-emulator.mjs';
import { createSteps, Failure, runLauncher } from './launcher.mjs';
import { passOnShutdown } from './program.mjs';
import { CACHE_DIR, loadSettings, PROJECT_DIR } from './settings.mjs';
import { runVitest } from './vitest.mjs';

/** The projects of tests/vitest.config.ts that `npm test` runs: they do not depend on the load of the machine. */
const FIRST_PROJECTS = ['core', 'component', 'server', 'journeys'];
const OTHER_PROJECTS = ['slow', 'faults', 'e2e'];

/** Tests that need the Auth emulator, which no other test may see. */
const FIREBASE_TESTS = 'tests/firebase';

/**
 * `npm test`: the checks, every pure, component, server and scanner test, and the main journeys in a
 * browser. With arguments (`npm test -- tests/e2e/board.test.ts`) only the tests that they name, at once.
 * @param {readonly string[]} args
 */
export async function runTest(args) {
  await runAll(async (steps) => {
    const { env } = loadSettings();
    if (args.some((path) => path.startsWith(FIREBASE_TESTS))) {
      return { checks: [], runs: [await prepareFirebaseTests(args, env, steps)] };
    }
    if (args.length > 0) return { checks: [], runs: [await prepareTests(args, env, steps)] };
    const binaries = await provideBrowserTests(env, steps);
    await buildApp(steps);
    const named = nameProjects(FIRST_PROJECTS);
    return {
      checks: ALL_CHECKS,
      runs: [(report) => runVitest({ report, args: named, env: binaries, steps })],
    };
  });
}

/** `npm run test:all`: what `npm test` leaves out, including the tests against Firebase's Auth emulator. */
export async function runTestAll() {
  await runAll(async (steps) => {
    const { env } = loadSettings();
    return {
      checks: [],
      runs: [
        await prepareTests(nameProjects(OTHER_PROJECTS), env, steps),
        await prepareFirebaseTests([], env, steps),
      ],
    };
  });
}

/** @param {readonly string[]} projects */
function nameProjects(projects) {
  return projects.map((project) => `--project=${project}`);
}

/**
 * Runs vitest with its results in the file `report`, and returns its exit status.
 * @typedef {(report: string) => Promise<number>} TestRun
 */

/**
 * Takes only the paths of programs from the user's settings: no test may touch a real race.
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./launcher.mjs').Steps} steps
 */
async function provideBrowserTests(env, steps) {
  return {
    REDIS_SERVER_PATH: await provideRedisServer(env, steps),
    CHROMIUM_PATH: await provideChromium(env, steps),
  };
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<TestRun>} of any tests but those with Firebase
 */
async function prepareTests(args, env, steps) {
  const binaries = {
    ...(await provideBrowserTests(env, steps)),
    NGINX_PATH: await provideNginx(env, steps),
    SWIFT_PYTHON: await provideSwift(env, steps),
  };
  await provideOpenssl(env, steps);
  await provideCompiler(env, steps);
  await provideFonts(env, steps);
  await buildApp(steps);
  return (report) => runVitest({ report, args, env: binaries, steps });
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<TestRun>} of what AUTH=firebase promises, against the real Auth emulator
 */
async function prepareFirebaseTests(args, env, steps) {
  await installFirebaseTools(steps);
  const binaries = await provideBrowserTests(env, steps);
  await buildApp(steps);
  return async (report) => {
    const emulator = await steps.during('Starting the Auth emulator', startAuthEmulator);
    const shutdown = passOnShutdown(() => [emulator], steps);
    try {
      return await runVitest({
        config: join('tests', 'firebase', 'vitest.config.ts'),
        report,
        args,
        env: {
          ...binaries,
          FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
          FIREBASE_PROJECT_ID: EMULATED_PROJECT,
        },
        steps,
      });
    } finally {
      await emulator.stop();
      shutdown.dispose();
    }
  };
}

/**
 * @typedef {object} TestPlan
 * @property {readonly import('./checks.mjs').Check[]} checks
 * @property {readonly TestRun[]} runs one after the other
 */

/**
 * Runs checks and tests side by side, so that both cores are busy, and prints first the result of
 * the checks, then the time of each folder, and last the count.
 * @param {(steps: import('./launcher.mjs').Steps) => Promise<TestPlan>} prepare
 */
async function runAll(prepare) {
  let count = { passed: 0, failed: 0 };
  /** @type {FileResult[]} */
  const files = [];
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    const { checks, runs } = await prepare(steps);
    const checking = runChecks(checks);
    let worst = 0;
    try {
      for (const [index, run] of runs.entries()) {
        const report = join(CACHE_DIR, `vitest-${index}.json`);
        rmSync(report, { force: true });
        const status = await run(report);
        worst ||= status;
        const results = readReport(report, status);
        const { passed, failed } = countTests(results, status);
        count = { passed: count.passed + passed, failed: count.failed + failed };
        files.push(...results.testResults);
      }
    } finally {
      const { seconds, failed } = await checking;
      for (const { output } of failed) process.stdout.write(output);
      for (const { check } of failed) steps.say(`${check.label}: not passed. ${check.remedy}`);
      const names = checks.map(({ label }) => label).join(', ');
      if (failed.length > 0) worst = 1;
      else if (names !== '') steps.say(`${names}: passed in ${seconds} s`);
      count = { ...count, failed: count.failed + failed.length };
    }
    return worst;
  });
  if (files.length > 0) process.stdout.write(`${describeSpans(files)}\n`);
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
}

/**
 * What vitest's JSON reporter wrote, as far as it is read here; times in ms since 1970.
 * @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: unknown[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: FileResult[] }} Report
 */

/**
 * @param {string} report
 * @param {number} status
 * @returns {Report}
 */
function readReport(report, status) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    throw new Failure(
      `The tests ended with status ${status} before they could report.`,
      'See what they printed above.',
    );
  }
}

/**
 * @param {Report} report
 * @param {number} status
 * @returns {{ passed: number, failed: number }} a file that could not even be loaded counts as
 *   a failed test, and so does a run that failed for another reason
 */
function countTests({ numPassedTests, numFailedTests, testResults }, status) {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + broken;
  return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(1, failed) };
}

/**
 * How long the tests of each folder took from the start of the first to the end of the last.
 * @param {readonly FileResult[]} files
 */
function describeSpans(files) {
  /** @type {Map<string, { from: number, to: number }>} */
  const spans = new Map();
  for (const { name, startTime, endTime } of files) {
    const folder = relative(join(PROJECT_DIR, 'tests'), name).split(sep)[0] ?? '';
    const { from = startTime, to = endTime } = spans.get(folder) ?? {};
    spans.set(folder, { from: Math.min(from, startTime), to: Math.max(to, endTime) });
  }
  return [...spans]
    .map(([folder, { from, to }]) => `${folder} ${Math.round((to - from) / 1_000)} s`)
    .join(', ');
}
