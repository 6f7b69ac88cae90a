import type { ControlEntry, Sighting } from '../model/control-entry.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { RollCall } from './roll-call.ts';

/** A marshal's report whose bib does not identify one runner, until it is decided (RULES.md MA4). */
export interface UndecidedSighting extends Pick<ControlEntry, 'by' | 'text'> {
  /** The id of the report that decides it. */
  readonly reportId: string;
  readonly point: TimePoint;
  readonly sighting: Sighting;
}

/** The sightings that no report refers to by id, the oldest first, including those left as they are. */
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
