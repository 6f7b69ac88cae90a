import { join } from 'node:path';

import { runTool } from './run-tool.mjs';
import { PROJECT_DIR } from './settings.mjs';

/**
 * A check besides the tests; `commands` are programs of node_modules/.bin.
 * @typedef {object} Check
 * @property {string} label
 * @property {readonly (readonly [string, ...string[]])[]} commands
 * @property {string} remedy
 */

/** @type {readonly Check[]} */
export const ALL_CHECKS = [
  {
    label: 'Types',
    commands: ['shared', 'server', 'client', 'tests'].map((project) => ['tsc', '-p', project]),
    remedy: 'Correct the types above.',
  },
  {
    label: 'Lint',
    commands: [['oxlint', '--type-aware', 'client', 'server', 'shared', 'tests']],
    remedy: 'Each message above says what to do instead.',
  },
  {
    label: 'Format',
    commands: [['oxfmt', '--check', '.']],
    remedy: 'Run `npm run format` and look at what it changed.',
  },
  {
    label: 'Unused code (knip)',
    commands: [['knip']],
    remedy: 'Remove what is listed above, or use it.',
  },
];

/**
 * Runs checks one after the other, and prints nothing.
 * @param {readonly Check[]} checks
 * @returns {Promise<{ seconds: number, failed: readonly { check: Check, output: string }[] }>} what
 * those that did not pass have printed
 */
export async function runChecks(checks) {
  const startMs = performance.now();
  const failed = [];
  for (const check of checks) {
    let output = '';
    for (const [command, ...args] of check.commands) {
      const path = join(PROJECT_DIR, 'node_modules', '.bin', command);
      const result = await runTool(path, args, { cwd: PROJECT_DIR });
      if (!result.ok) output += `${result.output}\n`;
    }
    if (output !== '') failed.push({ check, output });
  }
  return { seconds: Math.round((performance.now() - startMs) / 1_000), failed };
}
