import { byEvent } from '#shared/model/event.ts';
import type { ImportPreview, RecordCounts } from '#shared/wire/admin-api.ts';

import type { ImportReading } from './import-outcome.ts';

/** What importing a file would do, for the organiser to look at before anything is written. */
export function previewImport(
  reading: ImportReading,
  present: RecordCounts,
  wornBands: number,
): ImportPreview {
  const { eventValues, categoryValues } = reading;
  const findings = {
    columns: reading.columns.map(({ header, field = '', asks }) => ({
      header,
      field,
      ...(asks ? { asks } : {}),
    })),
    eventValues: eventValues.listed,
    moreEventValues: eventValues.count - eventValues.listed.length,
    categoryValues: categoryValues.listed,
    moreCategoryValues: categoryValues.count - categoryValues.listed.length,
  };
  if (reading.ok) {
    const { runners, events, bandsWiped } = reading.totals;
    return {
      runners,
      events,
      ...findings,
      notes: reading.notes,
      samples: reading.samples,
      faults: [],
      faultCount: 0,
      moreFaults: 0,
      overwrites: { ...present, bands: bandsWiped },
    };
  }
  return {
    runners: 0,
    events: byEvent(() => 0),
    ...findings,
    notes: [],
    samples: [],
    faults: reading.faults,
    faultCount: reading.faultCount,
    moreFaults: reading.unlisted,
    overwrites: { ...present, bands: wornBands },
  };
}
