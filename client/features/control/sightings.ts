import type { UndecidedSighting } from '#shared/control/sightings.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import type { Courses } from '#shared/model/courses.ts';
import { REPORTED_AS } from '#shared/model/report.ts';
import { type CalledRunner, compareNames, type RollCall } from '#shared/control/roll-call.ts';
import type { NewReport } from '#client/organisers/rollcall/use-control.ts';

/** Runners whose bib may be the one that was read: first those on course who pass this point, then the others. */
export function listFitting(
  { sighting, point }: UndecidedSighting,
  rollCall: RollCall,
  courses: Courses,
): readonly CalledRunner[] {
  const rank = ({ state, runner }: CalledRunner): number => {
    if (!courses.pointsOf(runner.event).has(point)) return 2;
    return state === 'on-course' ? 0 : 1;
  };
  const fits = matchBib(sighting.bib);
  return [...rollCall.byId.values()]
    .filter(({ runner }) => fits(foldBib(runner.bibNumber)))
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a, b));
}

export function reportSighting(
  { reportId, point, sighting, by }: UndecidedSighting,
  runnerId: string,
): NewReport {
  const { kind, seenMs } = sighting;
  return { runnerId, reportId, atMs: seenMs, point, saidBy: by, ...REPORTED_AS[kind] };
}
