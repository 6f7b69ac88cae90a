import { takeMissing } from '#client/organisers/lists/lists.ts';
import { presentLastSeen, presentMissingDetails } from '#server/race/present-missing.ts';
import { presentListedRunner } from '#server/race/present-runner.ts';
import type { RaceState } from '#server/race/race-state.ts';
import { callEveryone } from '#shared/control/roll-call.ts';

/** The roll-call of a race, and its missing runners, as a page makes them out of what it is sent. */
export function callRoll(race: RaceState) {
  const { missing, reports, massStarts, toCheck, standings } = race;
  const runners = Array.from(race.listRunners(), (runner) =>
    presentListedRunner(runner, reports.of(runner.runnerId)),
  );
  const ids = [...missing.runnerIds];
  const message = {
    ...presentMissingDetails({ missing, notices: [] }),
    lastSeen: presentLastSeen(missing, ids),
  };
  const known = takeMissing(ids, { ...message, toCheck }, undefined);
  const phaseOf = ({ event }: { event: string }) =>
    massStarts.includes(event) ? ('by-gun' as const) : undefined;
  return { rollCall: callEveryone(runners, known, phaseOf, standings.courses), known };
}
