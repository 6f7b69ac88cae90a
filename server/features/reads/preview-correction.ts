import { setImmediate as turn } from 'node:timers/promises';

import { type RaceContent, RaceState } from '#server/race/race-state.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { Correction } from '#shared/model/correction.ts';
import { EVENTS, type EventCode } from '#shared/model/event.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { isSelected } from '#shared/scoring/correct-reads.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { CorrectionImpact } from '#shared/wire/reads-api.ts';

type Race = Pick<LiveRace, 'config' | 'reads' | 'standings' | 'listRunners' | 'findHolder'>;

/** What a correction would make of the results, by the very race that it would make; nothing is changed. */
export async function previewCorrection(
  race: Race,
  correction: Correction,
): Promise<CorrectionImpact> {
  const scans = Array.from(race.reads.listAsRead());
  const state = await buildRace({
    config: race.config,
    runners: Array.from(race.listRunners()),
    scans,
    corrections: race.reads.corrections.with(correction).all,
  });
  const selected = scans.filter((scan) => isSelected(correction.reads, scan));
  const runnerIds = new Set<RunnerId>();
  for (const asRead of selected) {
    for (const either of [race, state]) {
      const corrected = either.reads.findCorrected(asRead);
      const scan = corrected ? corrected.scan : asRead;
      const runner = scan && either.findHolder(scan.bandId);
      if (runner) runnerIds.add(runner.runnerId);
    }
  }
  return {
    reads: selected.length,
    runners: runnerIds.size,
    ...compareResults(race.standings, state.standings, runnerIds),
    winners: EVENTS.map((event) => ({
      event,
      before: findWinner(race.standings, event),
      after: findWinner(state.standings, event),
    })).filter(
      ({ before, after }) =>
        before?.runnerId !== after?.runnerId || before?.totalMs !== after?.totalMs,
    ),
  };
}

/** In steps, so that nobody waits for it. */
async function buildRace(content: RaceContent): Promise<RaceState> {
  const state = new RaceState();
  for (const step of state.fill(content)) {
    step satisfies void;
    await turn();
  }
  return state;
}

type Counts = Pick<
  CorrectionImpact,
  'moved' | 'finishesLost' | 'finishesGained' | 'unlisted' | 'listed'
>;

function compareResults(
  before: Standings,
  after: Standings,
  runnerIds: ReadonlySet<RunnerId>,
): Counts {
  const counts = { moved: 0, finishesLost: 0, finishesGained: 0, unlisted: 0, listed: 0 };
  // Others move too: a start line is measured by all who crossed it.
  const everybody = new Set<string>(runnerIds);
  for (const { runnerId } of [...before.listAll(), ...after.listAll()]) everybody.add(runnerId);
  for (const runnerId of everybody) {
    const [was, is] = [before.find(runnerId), after.find(runnerId)];
    if (was && !is) counts.unlisted += 1;
    if (!was && is) counts.listed += 1;
    const [finished, finishes] = [was?.status === 'finished', is?.status === 'finished'];
    if (finished && !finishes) counts.finishesLost += 1;
    if (!finished && finishes) counts.finishesGained += 1;
    if (finished && finishes && was?.totalMs !== is?.totalMs) counts.moved += 1;
  }
  return counts;
}

function findWinner(
  standings: Standings,
  event: EventCode,
): CorrectionImpact['winners'][0]['after'] {
  const row = standings.finishers(event).at(0);
  if (!row) return null;
  const { runnerId, bibNumber, firstName, lastName, totalMs } = row;
  return { runnerId, bibNumber, name: `${firstName} ${lastName}`.trim(), totalMs: totalMs ?? 0 };
}
