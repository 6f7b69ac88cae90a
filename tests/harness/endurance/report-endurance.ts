import { describeOutcome, describePlan, presentOutcome } from '../report.ts';
import type { Judged } from './judge-vitals.ts';
import type { EndurancePlan } from './plan-endurance.ts';
import type { EnduranceOutcome } from './run-endurance.ts';

const COLUMNS = ['process', 'vital', 'begins at', 'ends at', 'rise an hour', 'bound', 'verdict'];

/** What is planned: the same lines for the same seed, length and crowd. */
export function describeEndurancePlan({ race, spectators }: EndurancePlan): string {
  const visits = spectators.reduce((sum, one) => sum + one.visits.length, 0);
  return `${describePlan(race)}\n${spectators.length} spectators who come ${visits} times`;
}

/** What came of it, with a table of the vitals, and how to run it again. */
export function describeEndurance(plan: EndurancePlan, outcome: EnduranceOutcome): string {
  return [
    describeOutcome(plan.race, outcome.race, commandOf(plan)),
    `crowd    ${describeCrowd(plan, outcome)}`,
    ...tabulate(outcome),
  ].join('\n');
}

/** The same for a document. */
export function presentEndurance(
  run: Parameters<typeof presentOutcome>[0],
  plan: EndurancePlan,
  outcome: EnduranceOutcome,
): string {
  const text = presentOutcome(run, plan.race, outcome.race, commandOf(plan)).trimEnd();
  const crowd = `| crowd | ${describeCrowd(plan, outcome)} |`;
  return [text, crowd, '', ...tabulate(outcome), ''].join('\n');
}

function commandOf({ race: { minutes, seed }, spectators }: EndurancePlan): string {
  return `npm run faults -- --endurance --minutes ${minutes} --seed ${seed} --spectators ${spectators.length}`;
}

function describeCrowd({ spectators }: EndurancePlan, outcome: EnduranceOutcome): string {
  const { visits, most, stalls, cutOff, notLoaded, measured } = outcome.crowd;
  return [
    `${spectators.length} spectators came ${visits} times, up to ${most} at once`,
    `stopped reading ${stalls} times, were cut off ${cutOff} times, found nobody ${notLoaded} times`,
    `${measured} latencies taken`,
    `${outcome.leftBehind} left behind`,
  ].join('; ');
}

function tabulate({ judged }: EnduranceOutcome): string[] {
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...judged.map(presentVital)];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    return `| ${cells.join(' | ')} |`;
  });
}

function presentVital({ bound, process, lives, begin, end, slope, limit, judgement }: Judged) {
  const [rise, low, high] = slope
    ? [slope.estimate, slope.lower, slope.upper].map(round)
    : ['?', '?', '?'];
  return [
    lives === 1 ? process : `${process}, longest of ${lives} lives`,
    bound.vital,
    round(begin),
    round(end),
    `${rise} (${low} to ${high})`,
    `${round(limit)}${bound.atMost === undefined ? '' : `; at ${bound.atMost}`}`,
    judgement,
  ];
}

function round(value: number): string {
  if (!Number.isFinite(value)) return '?';
  return Math.abs(value) < 100 ? String(Number(value.toFixed(1))) : value.toFixed(0);
}
