import { readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { provideChromium, provideFonts, provideRedisServer } from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { createSteps, Failure, runLauncher } from './launcher.mjs';
import { runTool } from './run-tool.mjs';
import { CACHE_DIR, loadSettings, PROJECT_DIR } from './settings.mjs';
import { runVitest } from './vitest.mjs';

/**
 * What stands before the tests; each is a list of commands of node_modules/.bin.
 * @type {readonly { label: string, commands: readonly (readonly [string, ...string[]])[], remedy: string }[]}
 */
const CHECKS = [
  {
    label: 'Format',
    commands: [['oxfmt', '--check', '.']],
    remedy: 'Run `npm run format` and look at what it changed.',
  },
  {
    label: 'Lint',
    commands: [['oxlint', '--type-aware', 'client', 'server', 'shared', 'tests']],
    remedy: 'Each message above says what to do instead.',
  },
  {
    label: 'Types',
    commands: ['shared', 'server', 'client', 'tests'].map((project) => ['tsc', '-p', project]),
    remedy: 'Correct the types above.',
  },
  {
    label: 'Unused code (knip)',
    commands: [['knip']],
    remedy: 'Remove what is listed above, or use it.',
  },
];

/**
 * `npm test`: everything that must hold, and the count of the tests as its last line. With
 * arguments (`npm test -- tests/e2e/import.test.ts`) only the tests that they name, at once.
 * @param {readonly string[]} args
 */
export async function runTest(args) {
  let count = { passed: 0, failed: 0 };
  let spans = '';
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    // Of the user's own settings only the two programs count: no test may touch a real race.
    const { env } = loadSettings();
    await installDependencies(steps);
    const binaries = {
      REDIS_SERVER_PATH: await provideRedisServer(env, steps),
      CHROMIUM_PATH: await provideChromium(env, steps),
    };
    await provideFonts(env, steps);
    if (args.length === 0) for (const check of CHECKS) await runCheck(check, steps);
    await buildApp(steps);

    const report = join(CACHE_DIR, 'vitest.json');
    rmSync(report, { force: true });
    steps.say('Tests');
    const status = await runVitest({ report, args, env: binaries, steps });
    const results = readReport(report, status);
    count = countTests(results, status);
    spans = describeSpans(results.testResults);
    return status;
  });
  if (spans !== '') process.stdout.write(`${spans}\n`);
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
}

/**
 * @param {typeof CHECKS[number]} check
 * @param {import('./launcher.mjs').Steps} steps
 */
async function runCheck({ label, commands, remedy }, steps) {
  let output = '';
  try {
    await steps.during(label, async () => {
      for (const [command, ...args] of commands) {
        const path = join(PROJECT_DIR, 'node_modules', '.bin', command);
        const result = await runTool(path, args, { cwd: PROJECT_DIR });
        if (!result.ok) output += `${result.output}\n`;
      }
      if (output !== '') throw new Failure(`${label}: not passed.`, remedy);
    });
  } catch (error) {
    process.stdout.write(output);
    throw error;
  }
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
