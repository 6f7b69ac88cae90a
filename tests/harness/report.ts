import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import { countVerdicts, DOCUMENTED, isWrong, VERDICTS } from './check-history.ts';
import { countOutcomes, type Operation, OUTCOMES } from './history.ts';
import {
  COPY_FAULTS,
  describeFault,
  DISK_FAULTS,
  FAULT_KINDS,
  type FaultKind,
  LINK_FAULTS,
  MATS,
} from './plan-faults.ts';
import type { RacePlan } from './plan-work.ts';
import type { RaceOutcome } from './run-race.ts';

const OTHER_FAULTS = {
  copies: COPY_FAULTS,
  disks: DISK_FAULTS,
  links: LINK_FAULTS,
} as const;

/** More findings than these are one fault over and over. */
const MOST_LISTED = 20;

/** What is planned: the same lines for the same seed and length. */
export function describePlan(plan: RacePlan): string {
  const { seed, minutes, mats, workers, digest, faults, reads, saves, taps } = plan;
  const also = kindsOf(plan).map((name) => `, with ${name}`);
  const kind = `, ${mats.length} scanners, ${workers} ${workers === 1 ? 'worker' : 'workers'}${also.join('')}`;
  return [
    `Seed ${seed}, ${minutes} minutes${kind}: ${faults.length} faults, ${reads.length} reads, ${saves.length} saves, ${taps.length} taps (plan ${digest})`,
    ...faults.map(describeFault),
  ].join('\n');
}

/** What came of it, and how to run it again. */
export function describeOutcome(
  plan: RacePlan,
  outcome: RaceOutcome,
  command = commandOf(plan),
): string {
  const { history, findings, playedMs, settledMs } = outcome;
  const sorted = [...findings.filter(isWrong), ...findings.filter((one) => !isWrong(one))];
  const listed = sorted.slice(0, MOST_LISTED).map(({ verdict, what }) => `${verdict}: ${what}`);
  const left = findings.length - listed.length;
  return [
    `reads    ${describeOutcomes(history, 'read')}`,
    `saves    ${describeOutcomes(history, 'save')}`,
    `taps     ${describeOutcomes(history, 'tap')}`,
    `faults   ${describeKinds(plan)}`,
    `settled  ${seconds(settledMs)} after all was played, which took ${seconds(playedMs)}`,
    `verdict  ${describeVerdicts(plan, findings)}`,
    ...listed,
    ...(left > 0 ? [`and ${left} more`] : []),
    `Once more: ${command}`,
  ].join('\n');
}

/** The same as a table for a document. */
export function presentOutcome(
  { at, load }: { readonly at: string; readonly load: number },
  plan: RacePlan,
  { history, findings }: RaceOutcome,
  command = commandOf(plan),
): string {
  return [
    `Run on ${at.slice(0, 10)} by \`${command}\`;`,
    `on average ${load} processes wanted one of the machine's cores when it ended.`,
    '',
    '| what | figures |',
    '| --- | --- |',
    `| reads given to scanners | ${describeOutcomes(history, 'read')} |`,
    `| saves of organisers | ${describeOutcomes(history, 'save')} |`,
    `| taps of marshals | ${describeOutcomes(history, 'tap')} |`,
    `| faults | ${describeKinds(plan)} |`,
    `| verdict | ${describeVerdicts(plan, findings)} |`,
    '',
  ].join('\n');
}

function describeOutcomes(history: readonly Operation[], kind: Operation['kind']): string {
  const counts = countOutcomes(history, kind);
  return OUTCOMES.map((outcome) => `${outcome} ${counts[outcome]}`).join(', ');
}

/** What else such a race has, by the names of the options. */
function kindsOf(plan: RacePlan): readonly (keyof typeof OTHER_FAULTS)[] {
  const names = Object.keys(OTHER_FAULTS) as (keyof typeof OTHER_FAULTS)[];
  return names.filter((name) => plan[name]);
}

function describeKinds(plan: RacePlan): string {
  const { faults } = plan;
  const others = kindsOf(plan).flatMap((name): readonly FaultKind[] => OTHER_FAULTS[name]);
  const kinds = [...new Set([...FAULT_KINDS, ...others])];
  return kinds
    .map((kind) => `${kind} ${faults.filter((fault) => fault.kind === kind).length}`)
    .join(', ');
}

function commandOf(plan: RacePlan): string {
  const { minutes, seed, mats, wait, workers } = plan;
  const scanners = mats.length === MATS.length ? '' : ` --scanners ${mats.length}`;
  const kind = `${scanners}${workers === 1 ? '' : ` --workers ${workers}`}${kindsOf(plan)
    .map((name) => ` --${name}`)
    .join('')}${wait === 1 ? '' : ` --wait ${wait}`}`;
  return `npm run faults -- --minutes ${minutes} --seed ${seed}${kind}`;
}

function seconds(ms: DurationMs): string {
  return `${(ms / SECOND_MS).toFixed(1)} s`;
}

function describeVerdicts({ copies }: RacePlan, findings: RaceOutcome['findings']): string {
  const counts = countVerdicts(findings);
  const verdicts = [...VERDICTS, ...(copies ? DOCUMENTED : [])];
  return verdicts.map((verdict) => `${verdict} ${counts[verdict]}`).join(', ');
}
