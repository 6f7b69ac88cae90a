import { ENTRY_DETAILS, findDisqualification, type Runner } from '#shared/model/runner.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

/** A runner as organisers may see them: every field by name, including the contract's double names. */
export function presentAdminRunner(runner: Runner): AdminRunner {
  return {
    runnerId: runner.runnerId,
    raceNumber: runner.bandId ?? '',
    bandID: runner.bandId ?? '',
    category: runner.ageGroup,
    ageGroup: runner.ageGroup,
    bibNumber: runner.bibNumber,
    firstName: runner.firstName,
    lastName: runner.lastName,
    event: runner.event,
    runClub: runner.runClub,
    overrideLime: runner.overrideTime,
    ...presentDisqualified(runner),
    mobileNumber: runner.mobileNumber,
    ...presentDetails(runner),
    rev: runner.rev,
    ...(runner.isAgeGroupDerived ? { isAgeGroupDerived: true } : {}),
    ...(runner.isPrivate ? { isPrivate: true } : {}),
    ...(runner.earlierBandIds ? { earlierBands: [...runner.earlierBandIds] } : {}),
  };
}

/** The same as in the lists: with the reports about them. */
export function presentListedRunner(runner: Runner, reports: readonly Report[]): AdminRunner {
  return { ...presentAdminRunner(runner), ...(reports.length > 0 ? { reports } : {}) };
}

function presentDisqualified(runner: Runner): Pick<AdminRunner, 'disqualified'> {
  const disqualified = findDisqualification(runner);
  return disqualified ? { disqualified } : {};
}

/** The details of the entry other than the telephone number; missing ones are absent. */
function presentDetails(runner: Runner): Partial<AdminRunner> {
  return Object.fromEntries(
    ENTRY_DETAILS.flatMap((name) => (runner[name] ? [[name, runner[name]]] : [])),
  );
}
