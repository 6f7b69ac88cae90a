import { SECOND_MS } from '#shared/model/time.ts';

import { type Operation, OUTCOMES, VERDICTS } from './check-history.ts';
import { type Fault, FAULT_KINDS } from './plan-faults.ts';
import type { RacePlan } from './plan-race.ts';
import type { RaceOutcome } from './run-race.ts';

export function describePlan(plan: RacePlan): string {
  const { digest, faults, reads, saves } = plan;
  return [
    `${optionsOf(plan)}: ${faults.length} faults, ${reads.length} reads, ${saves.length} saves (plan ${digest})`,
    ...faults.map(describeFault),
  ].join('\n');
}

/** The outcome, and the command that repeats it. */
export function describeOutcome(plan: RacePlan, outcome: RaceOutcome): string {
  const { history, findings } = outcome;
  const planned = FAULT_KINDS.filter((one) => plan.faults.some(({ kind }) => kind === one));
  return [
    `reads    ${describeOutcomes(history, 'read')}`,
    `saves    ${describeOutcomes(history, 'save')}`,
    `faults   ${planned.map((one) => `${one} ${plan.faults.filter(({ kind }) => kind === one).length}`).join(', ')}`,
    `verdict  ${VERDICTS.map((one) => `${one} ${findings.filter(({ verdict }) => verdict === one).length}`).join(', ')}`,
    ...findings.map(({ verdict, what }) => `${verdict}: ${what}`),
    `Once more: npm run faults -- ${optionsOf(plan)}`,
  ].join('\n');
}

function describeFault({ kind, target, atMs, forMs, loss }: Fault): string {
  const [at, span] = [atMs, forMs].map((ms) => (ms / SECOND_MS).toFixed(1));
  const line = `${at?.padStart(6)} s  ${kind.padEnd(7)}  ${target.padEnd(5)}  for ${span} s`;
  return loss === undefined ? line : `${line}  (${loss})`;
}

function describeOutcomes(history: readonly Operation[], kind: Operation['kind']): string {
  const ended = history.filter((one) => one.kind === kind);
  return OUTCOMES.toReversed()
    .map((outcome) => `${outcome} ${ended.filter((one) => one.outcome === outcome).length}`)
    .join(', ');
}

function optionsOf(plan: RacePlan): string {
  const { minutes, seed } = plan;
  return [
    `--minutes ${minutes} --seed ${seed}`,
    ...(['disks', 'links'] as const).filter((name) => plan[name]).map((name) => `--${name}`),
  ].join(' ');
}
