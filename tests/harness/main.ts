import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { CompilerError } from '#tests/support/compile-c.ts';
import { writeBetweenMarks } from '#tests/support/marked-document.ts';

import { isWrong } from './check-history.ts';
import { describeWatched, isUnwell, runWatched } from './crowd/crowd.ts';
import { planWatched } from './crowd/plan-crowd.ts';
import { ALL_MATS, MATS } from './plan-faults.ts';
import { planRace, type RacePlan } from './plan-work.ts';
import { describeOutcome, describePlan, presentOutcome } from './report.ts';
import { COPIES } from './redis-trio.ts';
import { runRace } from './run-race.ts';

const OPTIONS = {
  minutes: { type: 'string' },
  seed: { type: 'string' },
  scanners: { type: 'string' },
  workers: { type: 'string' },
  copies: { type: 'boolean', default: false },
  wait: { type: 'string' },
  spectators: { type: 'string' },
  disks: { type: 'boolean', default: false },
  links: { type: 'boolean', default: false },
  lying: { type: 'boolean', default: false },
  'drop-acknowledged': { type: 'boolean', default: false },
  'write-docs': { type: 'boolean', default: false },
} as const;

/** Longer than any race day. */
const MOST_MINUTES = 1_440;
const MOST_SPECTATORS = 10_000;
const MOST_WORKERS = 4;
const MOST_SEED = 2 ** 31;

/** A command line that cannot be right. */
class WrongOptionError extends Error {
  override readonly name = 'WrongOptionError';
}

/**
 * `npm run faults -- [--minutes N] [--seed S] [--scanners N] [--workers N] [--copies [--wait N] | --disks [--lying]] [--links]
 * [--spectators N] [--drop-acknowledged] [--write-docs]`: runs a race of real processes while faults strike them, and compares what was
 * answered with what is there afterwards. With `--copies` Redis has two copies that take over, and a change has to be on `--wait` of them, one unless said otherwise; with `--disks` disks lose power and are full;
 * `--lying` has disks say falsely that something is synced. With `--links` links are slow or forget their connections. With
 * `--spectators` a crowd watches, and what grows is judged. Returns the exit status: 0 when nothing is lost, unexpected, duplicate, stale
 * or divergent.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args);
    return await (options.spectators === undefined
      ? runFaults(options)
      : runLongRace(options.spectators, options));
  } catch (error) {
    if (!(error instanceof WrongOptionError || error instanceof CompilerError)) throw error;
    console.error(error.message);
    return 1;
  }
}

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly scanners: number;
  readonly workers: number;
  readonly copies: boolean;
  readonly wait: number;
  readonly disks: boolean;
  readonly links: boolean;
  readonly lying: boolean;
  readonly dropAcknowledged: boolean;
  readonly writeDocs: boolean;
  /** Undefined where no crowd is to watch. */
  readonly spectators: number | undefined;
}

async function runFaults(options: Options): Promise<number> {
  const { minutes, seed, writeDocs, ...kind } = options;
  const plan = planRace(seed, minutes, kind);
  console.log(describePlan(plan));
  const outcome = await runRace(plan, options);
  console.log(describeOutcome(plan, outcome));
  if (writeDocs) {
    const figures = presentOutcome(describeRun(), plan, outcome);
    writeBetweenMarks('docs/reliability.md', markOf(plan), figures);
  }
  return outcome.findings.some(isWrong) ? 1 : 0;
}

/** Where the document has the figures of such a race: of several kinds under the first. */
function markOf(plan: RacePlan): string {
  if (plan.copies && plan.wait === COPIES) return 'all-copies';
  const kinds = ['copies', 'disks', 'links'] as const;
  return kinds.find((kind) => plan[kind]) ?? 'faults';
}

async function runLongRace(spectators: number, options: Options): Promise<number> {
  const plan = planWatched(options.seed, options.minutes, spectators);
  const command = `npm run faults -- --minutes ${options.minutes} --seed ${options.seed} --spectators ${spectators}`;
  console.log(describePlan(plan.race));
  const outcome = await runWatched(plan, options);
  const rows = describeWatched(plan, outcome);
  console.log(describeOutcome(plan.race, outcome.race, command));
  for (const [name, text] of rows) console.log(`${name.padEnd(8)} ${text}`);
  if (options.writeDocs) {
    const table = presentOutcome(describeRun(), plan.race, outcome.race, command).trimEnd();
    const more = rows.map(([name, text]) => `| ${name} | ${text} |`);
    writeBetweenMarks('docs/reliability.md', 'crowd', [table, ...more, ''].join('\n'));
  }
  return outcome.race.findings.some(isWrong) || isUnwell(outcome) ? 1 : 0;
}

function describeRun(): { readonly at: string; readonly load: number } {
  return { at: new Date().toISOString(), load: Number((loadavg()[0] ?? 0).toFixed(1)) };
}

function readOptions(args: readonly string[]): Options {
  const { values } = parse(args);
  const isWatched = values.spectators !== undefined;
  if (isWatched && (values.copies || values.disks || values.links)) {
    throw new WrongOptionError('--spectators is tried without --copies, --disks and --links.');
  }
  if (values.copies && values.disks) {
    throw new WrongOptionError('--copies and --disks are two races: give one of them.');
  }
  if (isWatched && (values.scanners !== undefined || values.workers !== undefined)) {
    throw new WrongOptionError('--scanners and --workers are for races without --spectators.');
  }
  if (values.wait !== undefined && !values.copies) {
    throw new WrongOptionError('--wait says nothing without --copies.');
  }
  if (values.lying && !values.disks) {
    throw new WrongOptionError('--lying says nothing without --disks.');
  }
  return {
    minutes: readNumber('--minutes', values.minutes ?? '2', MOST_MINUTES),
    seed:
      values.seed === undefined
        ? randomInt(1, 1_000_000)
        : readNumber('--seed', values.seed, MOST_SEED),
    scanners: Math.ceil(
      readNumber('--scanners', values.scanners ?? String(MATS.length), ALL_MATS.length),
    ),
    workers: Math.ceil(readNumber('--workers', values.workers ?? '1', MOST_WORKERS)),
    copies: values.copies,
    wait: Math.ceil(readNumber('--wait', values.wait ?? '1', COPIES)),
    spectators:
      values.spectators === undefined
        ? undefined
        : Math.ceil(readNumber('--spectators', values.spectators, MOST_SPECTATORS)),
    disks: values.disks,
    links: values.links,
    lying: values.lying,
    dropAcknowledged: values['drop-acknowledged'],
    writeDocs: values['write-docs'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (error) {
    throw new WrongOptionError((error as Error).message);
  }
}

function readNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  throw new WrongOptionError(`${option} ${text}: give a number above 0, at most ${most}.`);
}
