import type { Runner } from '#shared/model/runner.ts';
import { isWristbanded } from '#shared/model/runner.ts';
import type { StartListBody, Starter } from '#shared/wire/http-api.ts';

import type { LiveRace } from './live-race.ts';

/** Everyone who is registered: what the results will show of them, and nothing else. */
export function presentStartList(race: LiveRace): StartListBody {
  const starters = [...race.listRunners()].filter(isWristbanded).map(presentStarter);
  return { starters, epoch: race.head.epoch, version: race.runnersVersion };
}

/** Field by field, so that a wristband or phone number cannot slip through. */
function presentStarter(runner: Runner): Starter {
  return {
    runnerId: runner.runnerId,
    firstName: runner.firstName,
    lastName: runner.lastName,
    runClub: runner.runClub,
    ageGroup: runner.ageGroup,
    bibNumber: runner.bibNumber,
    events: runner.event,
  };
}
