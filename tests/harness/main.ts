import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { CompilerError } from '#tests/support/compile-c.ts';

import { isWrong } from './check-history.ts';
import { planRace, type RacePlan } from './plan-race.ts';
import { COPIES } from './redis-trio.ts';
import { describeOutcome, describePlan } from './report.ts';
import { runRace } from './run-race.ts';

const OPTIONS = {
  minutes: { type: 'string', default: '2' },
  seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  copies: { type: 'boolean', default: false },
  wait: { type: 'string', default: '1' },
  disks: { type: 'boolean', default: false },
  links: { type: 'boolean', default: false },
  'drop-acknowledged': { type: 'boolean', default: false },
} as const;

/** Longer than any race day. */
const MOST_MINUTES = 1_440;
const MOST_SEED = 2 ** 31;

/** A command line that cannot be right. */
class WrongOptionError extends Error {
  override readonly name = 'WrongOptionError';
}

/**
 * `npm run faults -- [--minutes N] [--seed S] [--copies [--wait N] | --disks] [--links]
 * [--drop-acknowledged]`, see HARNESS.md. Returns the exit status: 1 for what is wrong and for a wrong option.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { plan, dropAcknowledged } = readOptions(args);
    console.log(describePlan(plan));
    const outcome = await runRace(plan, dropAcknowledged);
    console.log(describeOutcome(plan, outcome));
    return outcome.findings.some(isWrong) ? 1 : 0;
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
  const { copies, disks, links } = values;
  const wait = Math.ceil(readNumber('--wait', values.wait, COPIES));
  if (copies && disks) {
    throw new WrongOptionError('--copies and --disks are two races: give one of them.');
  }
  if (wait > 1 && !copies) throw new WrongOptionError('--wait says nothing without --copies.');
  const minutes = readNumber('--minutes', values.minutes, MOST_MINUTES);
  const seed = readNumber('--seed', values.seed, MOST_SEED);
  const plan = planRace(seed, minutes, { copies, disks, links, wait });
  return { plan, dropAcknowledged: values['drop-acknowledged'] };
}

function readNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  throw new WrongOptionError(`${option} ${text}: give a number above 0, at most ${most}.`);
}
