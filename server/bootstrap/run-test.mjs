import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { provideChromium, provideRedisServer } from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { Failure } from './failure.mjs';
import { CACHE_DIR, PROJECT_DIR } from './project.mjs';
import { runLauncher } from './run-launcher.mjs';
import { runTool } from './run-tool.mjs';
import { loadSettings } from './settings.mjs';
import { createSteps } from './steps.mjs';
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

/** `npm test`: everything that must hold, and the count of the tests as its last line. */
export async function runTest() {
  let count = { passed: 0, failed: 0 };
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    // Of the user's own settings only the two programs count: no test may touch a real race.
    const { env } = loadSettings();
    await installDependencies(steps);
    const binaries = {
      REDIS_SERVER_PATH: await provideRedisServer(env, steps),
      CHROMIUM_PATH: await provideChromium(env, steps),
    };
    for (const check of CHECKS) await runCheck(check, steps);
    await buildApp(steps);

    const report = join(CACHE_DIR, 'vitest.json');
    rmSync(report, { force: true });
    steps.say('Tests');
    const status = await runVitest({ report, args: process.argv.slice(2), env: binaries, steps });
    count = readCount(report, status);
    return status;
  });
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
}

/**
 * @param {typeof CHECKS[number]} check
 * @param {import('./steps.mjs').Steps} steps
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
 * @param {string} report what vitest's JSON reporter wrote
 * @param {number} status
 * @returns {{ passed: number, failed: number }} a file that could not even be loaded counts as
 *   a failed test, and so does a run that failed for another reason
 */
function readCount(report, status) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const broken = testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    const failed = numFailedTests + broken;
    return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(1, failed) };
  } catch {
    throw new Failure(
      `The tests ended with status ${status} before they could report.`,
      'See what they printed above.',
    );
  }
}
