import type { Report } from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';

/** A report of an organiser, entered at its time. */
export function buildReport(
  runnerId: string,
  given: Pick<Report, 'kind' | 'atMs'> & Partial<Report>,
): Report {
  const reportId = `${given.kind}-${runnerId}`;
  const by = 'anna@race.local';
  return { reportId, runnerId: asRunnerId(runnerId), enteredMs: given.atMs, by, ...given };
}
