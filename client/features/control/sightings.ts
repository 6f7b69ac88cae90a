import type { ControlEntry, Sighting } from '#shared/model/control-entry.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { courseOf } from '#shared/scoring/course.ts';
import {
  type CalledRunner,
  compareNames,
  type RollCall,
} from '#client/organisers/rollcall/roll-call.ts';
import type { NewReport } from '#client/organisers/rollcall/use-control.ts';

/** What a marshal reported of a bib that is not that of one runner, until it is decided (RULES.md MA4). */
export interface UndecidedSighting extends Pick<ControlEntry, 'by' | 'text'> {
  /** The one that a report gets which decides it. */
  readonly reportId: string;
  readonly point: TimePoint;
  readonly sighting: Sighting;
}

/** Those of which no report has the id, the oldest first; what is left as it is stands among them. */
export function listSightings({
  control,
  rollCall,
}: {
  readonly control: readonly ControlEntry[];
  readonly rollCall: RollCall;
}): readonly UndecidedSighting[] {
  const entries = control.filter(({ kind }) => kind === 'sighting');
  if (entries.length === 0) return [];
  const decided = new Set<string>();
  for (const { reports } of rollCall.byId.values()) {
    for (const { reportId } of reports) decided.add(reportId);
  }
  return entries
    .flatMap(({ subject: reportId, point, sighting, by, text }) =>
      point === undefined || sighting === undefined || decided.has(reportId)
        ? []
        : [{ reportId, point, sighting, by, ...(text === undefined ? {} : { text }) }],
    )
    .toSorted((a, b) => a.sighting.seenMs - b.sighting.seenMs);
}

/** Whose bib can be the one that was read: first who is on course and comes by there, then who else does. */
export function listFitting(
  { sighting, point }: UndecidedSighting,
  rollCall: RollCall,
): readonly CalledRunner[] {
  const rank = ({ state, runner }: CalledRunner): number => {
    if (!courseOf(runner.event).has(point)) return 2;
    return state === 'on-course' ? 0 : 1;
  };
  const fits = matchBib(sighting.bib);
  return [...rollCall.byId.values()]
    .filter(({ runner }) => fits(foldBib(runner.bibNumber)))
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a, b));
}

/** What was seen, as the report of a runner that it becomes. */
export function reportSighting(
  { reportId, point, sighting, by }: UndecidedSighting,
  runnerId: string,
): NewReport {
  const { kind, seenMs } = sighting;
  const about = { runnerId, reportId, atMs: seenMs, point, saidBy: by };
  return kind === 'helped' ? { ...about, kind: 'note', text: 'Helped' } : { ...about, kind };
}
