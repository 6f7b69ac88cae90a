import { readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import {
  provideChromium,
  provideFonts,
  provideNginx,
  provideOpenssl,
  provideRedisServer,
} from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { ALL_CHECKS, QUICK_CHECKS, runChecks } from './checks.mjs';
import { installDependencies } from './dependencies.mjs';
import { createSteps, Failure, runLauncher } from './launcher.mjs';
import { CACHE_DIR, loadSettings, PROJECT_DIR } from './settings.mjs';
import { runVitest } from './vitest.mjs';

/** What is tested while one writes: nothing that runs the built app or takes more than a few seconds. */
const QUICK_PROJECTS = ['core', 'component', 'server'];

/**
 * `npm test`: everything that must hold, and the count of the tests as its last line. With
 * arguments (`npm test -- tests/e2e/import.test.ts`) only the tests that they name, at once.
 * @param {readonly string[]} args
 */
export async function runTest(args) {
  const isAll = args.length === 0;
  await runAll(async (steps) => {
    const { env } = loadSettings();
    const binaries = {
      REDIS_SERVER_PATH: await provideRedisServer(env, steps),
      CHROMIUM_PATH: await provideChromium(env, steps),
      NGINX_PATH: await provideNginx(env, steps),
    };
    await provideOpenssl(env, steps);
    await provideFonts(env, steps);
    return {
      checks: isAll ? ALL_CHECKS : [],
      test: async (report) => {
        await buildApp(steps);
        return runVitest({ report, args, env: binaries, steps });
      },
    };
  });
}

/** `npm run test:quick`: what can be told in a minute or so, for the loop while one writes. */
export async function runQuickTest() {
  await runAll(async (steps) => {
    const { env } = loadSettings();
    const binaries = { REDIS_SERVER_PATH: await provideRedisServer(env, steps) };
    const args = QUICK_PROJECTS.map((project) => `--project=${project}`);
    return {
      checks: QUICK_CHECKS,
      test: (report) => runVitest({ report, args, env: binaries, steps }),
    };
  });
}

/**
 * @typedef {object} TestPlan
 * @property {readonly import('./checks.mjs').Check[]} checks
 * @property {(report: string) => Promise<number>} test runs vitest and returns its exit status
 */

/**
 * Runs checks and tests side by side, so that both cores are busy, and tells first what the checks
 * found, then how long each folder took, and last the count.
 * @param {(steps: import('./launcher.mjs').Steps) => Promise<TestPlan>} prepare
 *   of the user's own settings only the programs count: no test may touch a real race
 */
async function runAll(prepare) {
  let count = { passed: 0, failed: 0 };
  let spans = '';
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    const { checks, test } = await prepare(steps);
    const report = join(CACHE_DIR, 'vitest.json');
    rmSync(report, { force: true });
    const checking = runChecks(checks);
    let status = 1;
    try {
      status = await test(report);
      const results = readReport(report, status);
      count = countTests(results, status);
      spans = describeSpans(results.testResults);
    } finally {
      const { seconds, failed } = await checking;
      for (const { output } of failed) process.stdout.write(output);
      for (const { check } of failed) steps.say(`${check.label}: not passed. ${check.remedy}`);
      const names = checks.map(({ label }) => label).join(', ');
      if (failed.length > 0) status = 1;
      else if (names !== '') steps.say(`${names}: passed in ${seconds} s`);
      count = { ...count, failed: count.failed + failed.length };
    }
    return status;
  });
  if (spans !== '') process.stdout.write(`${spans}\n`);
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
