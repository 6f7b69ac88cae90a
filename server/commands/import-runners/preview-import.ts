import type { EventCode } from '#shared/model/event.ts';
import type { ImportPreview } from '#shared/wire/admin-api.ts';

import type { ImportOutcome, NewRunner } from './import-outcome.ts';

/** What importing a file would do, for the organiser to look at before anything is written. */
export function previewImport(
  outcome: ImportOutcome,
  overwrites: ImportPreview['overwrites'],
): ImportPreview {
  const { listed: eventValues, count } = outcome.eventValues;
  const findings = {
    columns: outcome.columns.map(({ header, field = '' }) => ({ header, field })),
    eventValues,
    moreEventValues: count - eventValues.length,
  };
  return outcome.ok
    ? {
        runners: outcome.runners.length,
        events: countEvents(outcome.runners),
        ...findings,
        notes: outcome.notes,
        samples: outcome.samples,
        faults: [],
        moreFaults: 0,
        overwrites,
      }
    : {
        runners: 0,
        events: countEvents([]),
        ...findings,
        notes: [],
        samples: [],
        faults: outcome.faults,
        moreFaults: outcome.faultCount - outcome.faults.length,
        overwrites,
      };
}

function countEvents(runners: readonly NewRunner[]): ImportPreview['events'] {
  const count = (code: EventCode): number => runners.filter(({ event }) => event === code).length;
  return { BB: count('BB'), PB: count('PB'), UB: count('UB') };
}
