import { quoteGiven } from '#shared/model/text-rules.ts';
import type { ImportColumn } from './column-names.ts';
import type { ImportFault, ImportReading, ImportTotals } from './import-outcome.ts';
import { byEvent } from '#shared/model/event.ts';
import type { ImportPreview, RecordCounts } from '#shared/wire/import-api.ts';

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

/** `Imported 600 runners.`, what it wiped and the notes, a line each (POST /upload). */
export function presentImported(
  { runners, bandsWiped }: ImportTotals,
  notes: readonly string[],
): string {
  return [
    `Imported ${runners} ${plural(runners, 'runner')}.`,
    ...(bandsWiped > 0 ? [presentWiped(bandsWiped)] : []),
    ...notes,
  ].join('\n');
}

function presentWiped(bands: number): string {
  return bands === 1
    ? '1 wristband that was handed out belongs to nobody now: the file does not have its number.'
    : `${bands} wristbands that were handed out belong to nobody now: the file does not have their numbers.`;
}

/** The count of the faults, then a line for each that is listed (POST /upload). */
export function presentFaults(reading: Extract<ImportReading, { ok: false }>): string {
  const { faults, faultCount, unlisted } = reading;
  return [
    `${faultCount} ${plural(faultCount, 'fault')}. Nothing was changed.`,
    ...faults.map(presentFault),
    ...(unlisted > 0 ? [`… and ${unlisted} more.`] : []),
  ].join('\n');
}

/** What each column is read as, on one line. */
export function presentColumns(columns: readonly ImportColumn[]): string {
  const known = columns.flatMap(({ header, field }) => {
    if (field === undefined) return [];
    return [header === field ? field : `${quoteGiven(header)} = ${field}`];
  });
  return `Columns: ${known.join(', ')}`;
}

function presentFault({ line, message }: ImportFault): string {
  return `Line ${line}: ${message}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
