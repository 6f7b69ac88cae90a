import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { CompilerError } from '#tests/support/compile-c.ts';

import { planRace, type RacePlan } from './plan-race.ts';
import { describeOutcome, describePlan } from './report.ts';
import { runRace } from './run-race.ts';

const OPTIONS = {
  minutes: { type: 'string', default: '2' },
  seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  disks: { type: 'boolean', default: false },
  links: { type: 'boolean', default: false },
  'drop-acknowledged': { type: 'boolean', default: false },
} as const;

/** Longer than any race day. */
const MOST_MINUTES = 1_440;
const MOST_SEED = 2 ** 31;

/** An invalid option. */
class WrongOptionError extends Error {
  override readonly name = 'WrongOptionError';
}

/**
 * `npm run faults -- [--minutes N] [--seed S] [--disks] [--links] [--drop-acknowledged]`, see HARNESS.md. Returns the exit
 * status: 1 for findings or an invalid option.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { plan, dropAcknowledged } = readOptions(args);
    console.log(describePlan(plan));
    const outcome = await runRace(plan, dropAcknowledged);
    console.log(describeOutcome(plan, outcome));
    return outcome.findings.length > 0 ? 1 : 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isOption = error instanceof WrongOptionError || code?.startsWith('ERR_PARSE_ARGS');
    if (!isOption && !(error instanceof CompilerError)) throw error;
    console.error(message);
    return 1;
  }
}

function readOptions(args: readonly string[]): { plan: RacePlan; dropAcknowledged: boolean } {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { disks, links } = values;
  const minutes = readNumber('--minutes', values.minutes, MOST_MINUTES);
  const seed = readNumber('--seed', values.seed, MOST_SEED);
  const plan = planRace(seed, minutes, { disks, links });
  return { plan, dropAcknowledged: values['drop-acknowledged'] };
}

function readNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  throw new WrongOptionError(`${option} ${text}: give a number above 0, at most ${most}.`);
}
