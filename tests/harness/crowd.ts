import { fileURLToPath } from 'node:url';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';

import { WEBS } from './plan-faults.ts';
import type { RacePlan } from './plan-race.ts';
import type { RaceSite } from './race-site.ts';
import { EndedByItself } from './strike.ts';
import { countViewers, findRise, type Rise, sampleVitals } from './vitals.ts';

/** Little work for a core. */
const IN_A_PROCESS = 500;
/** All have come after this share of the race. */
const ARRIVED = 0.1;

/** The results of a crowd. */
export interface CrowdOutcome {
  /** How often viewers came, stopped reading, were cut off, and found no server. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rises: readonly Rise[];
  /** Connections of spectators that instances still held when all had left. */
  readonly leftBehind: number;
}

/** Has a crowd come and go while `play` lasts, and looks at what grew. */
export async function watchRace(
  site: RaceSite,
  plan: RacePlan,
  play: () => Promise<void>,
): Promise<CrowdOutcome> {
  const crowd = startCrowd(site, plan);
  const vitals = sampleVitals(await site.listLasting());
  try {
    await play();
  } finally {
    await leave(crowd);
  }
  const changes = plan.reads.length + plan.saves.length;
  const hours = (plan.minutes * MINUTE_MS) / HOUR_MS;
  const counts: Record<string, number> = {};
  for (const { stdout } of crowd) {
    const said = Object.entries(JSON.parse(stdout) as CrowdOutcome['counts']);
    for (const [name, count] of said) counts[name] = (counts[name] ?? 0) + count;
  }
  return {
    counts,
    rises: (await vitals.stop()).flatMap((series) => findRise(series, changes / hours) ?? []),
    leftBehind: await countLeftBehind(site),
  };
}

function startCrowd({ webs }: RaceSite, plan: RacePlan): readonly TestProcess[] {
  const path = fileURLToPath(new URL('crowd-process.mjs', import.meta.url));
  const urls = WEBS.map((web) => webs[web].url);
  const arrivalMs = plan.minutes * MINUTE_MS * ARRIVED;
  return Array.from({ length: Math.ceil(plan.spectators / IN_A_PROCESS) }, (_, index) => {
    const child = startProcess(process.execPath, [path]);
    const spectators = Math.min(IN_A_PROCESS, plan.spectators - index * IN_A_PROCESS);
    child.write(`${JSON.stringify({ urls, spectators, arrivalMs })}\n`);
    return child;
  });
}

/** All leave at once, and without a goodbye. Throws when a process of the crowd had ended before. */
async function leave(crowd: readonly TestProcess[]): Promise<void> {
  for (const child of crowd) {
    if (!child.running) throw new EndedByItself('The crowd', child);
    child.endInput();
  }
  await Promise.all(crowd.map(({ exitCode }) => exitCode));
}

/** Waits until instances have noticed that the crowd has left, stopped viewers included. */
async function countLeftBehind({ webs, viewers }: RaceSite): Promise<number> {
  const count = async (): Promise<number> => {
    const held = await Promise.all(WEBS.map((web) => countViewers(webs[web].url)));
    return held.reduce<number>((sum, each) => sum + (each ?? Number.NaN), -viewers.length);
  };
  const untilNone = async (): Promise<number> => {
    const left = await count();
    // A viewer whose connection was cut may not be back yet.
    if (!(left <= 0)) throw new Error(`${left} spectators have left and are still held.`);
    return 0;
  };
  return eventually(untilNone, { intervalMs: 500 }).catch(count);
}

/** Whether something grew, or is still held. */
export function isUnwell({ rises, leftBehind }: CrowdOutcome): boolean {
  return leftBehind > 0 || rises.some(({ rise, limit }) => rise > limit);
}

/** Lines of the report. */
export function describeCrowd({ counts, rises, leftBehind }: CrowdOutcome): readonly string[] {
  const all = Object.entries({ ...counts, 'left behind': leftBehind });
  return [
    `crowd    ${all.map(([name, count]) => `${name} ${count}`).join(', ')}`,
    ...rises.map(({ process, vital, begin, end, rise, limit }) => {
      const verdict = rise > limit ? 'over' : 'within';
      return `${process.padEnd(8)} ${vital}: ${begin.toFixed(1)} to ${end.toFixed(1)}, rose by ${rise.toFixed(1)}, ${verdict} ${limit.toFixed(1)}`;
    }),
  ];
}
