import { isDeepStrictEqual } from 'node:util';

import type { RaceContent } from '#server/race/race-records.ts';
import { RaceState } from '#server/race/race-state.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { yieldToOthers } from '#server/race/yield-queue.ts';
import type { Correction } from '#shared/model/decisions.ts';
import type { EventCode, RunnerId } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Scan } from '#shared/model/scan.ts';
import { isAbout } from '#shared/scoring/correct-reads.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { CorrectionImpact } from '#shared/wire/reads-api.ts';

type Race = Pick<LiveRace, 'config' | 'reads' | 'standings' | 'listRunners' | 'findHolder'>;

/** The effect of a correction on the results, by scoring the corrected race. */
export async function previewCorrection(
  race: Race,
  correction: Correction,
): Promise<CorrectionImpact> {
  // A snapshot: ignore reads that arrive while the corrected race is scored.
  const { reads, standings } = race;
  const scans = Array.from(reads.listAsRead());
  const before = new Map(standings.listAll().map((row) => [row.runnerId, row]));
  const { courses } = standings;
  const winnersBefore = courses.byEvent((event) => findWinner(standings, event));
  const state = await buildRace({
    config: race.config,
    runners: Array.from(race.listRunners()),
    scans,
    chips: reads.chips,
    corrections: reads.corrections.with(correction).all,
  });
  const about = Array.from(state.reads.listAsRead()).filter((scan) => isAbout(correction, scan));
  const runnerIds = new Set([...listHolders(race, about), ...listHolders(state, about)]);
  return {
    reads: about.length,
    runners: runnerIds.size,
    ...compareResults(before, state.standings),
    ...(correction.action.kind === 'add' && findContradiction(state, runnerIds)),
    winners: courses.events
      .map((event) => ({
        event,
        before: winnersBefore[event] ?? null,
        after: findWinner(state.standings, event),
      }))
      .filter(
        ({ before: was, after: is }) =>
          was?.runnerId !== is?.runnerId || was?.totalMs !== is?.totalMs,
      ),
  };
}

/** The owners of these reads after the corrections of a race. */
function listHolders(
  race: Pick<Race, 'reads' | 'findHolder'>,
  asRead: readonly Scan[],
): RunnerId[] {
  return asRead.flatMap((read) => {
    const corrected = race.reads.findCorrected(read);
    const scan = corrected ? corrected.scan : read;
    return (scan && race.findHolder(scan.bandId)?.runnerId) ?? [];
  });
}

function findContradiction(
  state: RaceState,
  runnerIds: ReadonlySet<RunnerId>,
): Pick<CorrectionImpact, 'contradiction'> {
  for (const runnerId of runnerIds) {
    const event = state.findRunner(runnerId)?.event;
    const found = state.findContradiction(runnerId);
    if (event && found) return { contradiction: { event, ...found } };
  }
  return {};
}

/** In steps, yielding to other requests. */
async function buildRace(content: RaceContent): Promise<RaceState> {
  const state = new RaceState(content.config);
  for (const _ of state.fill(content)) await yieldToOthers();
  return state;
}

type Counts = Pick<CorrectionImpact, 'moved' | 'finishesLost' | 'finishesGained' | 'others'>;

/** Compares all runners: a correction can affect the start of everybody. */
function compareResults(before: ReadonlyMap<string, UnrankedResult>, after: Standings): Counts {
  const counts = { moved: 0, finishesLost: 0, finishesGained: 0, others: 0 };
  const everybody = new Set([...before.keys(), ...after.listAll().map((row) => row.runnerId)]);
  for (const runnerId of everybody) {
    const [was, is] = [before.get(runnerId), after.find(runnerId)];
    const [finished, finishes] = [was?.status === 'finished', is?.status === 'finished'];
    if (finished && !finishes) counts.finishesLost += 1;
    else if (!finished && finishes) counts.finishesGained += 1;
    else if (finished && was?.totalMs !== is?.totalMs) counts.moved += 1;
    else if (!isDeepStrictEqual(was?.splitsMs, is?.splitsMs)) counts.others += 1;
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
