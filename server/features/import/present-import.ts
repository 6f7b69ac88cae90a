import { quoteGiven } from '#shared/model/text-rules.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { ImportPreview, RecordCounts } from '#shared/wire/import-api.ts';

import type { ImportColumn } from './column-names.ts';
import type { ImportFault, ImportReading, ImportTotals } from './import-outcome.ts';
import type { MergePlan } from './merge-runners.ts';

/** What importing a file would do, for the organiser to look at before anything is written. */
export function previewImport(
  reading: ImportReading,
  present: RecordCounts,
  wornBands: number,
  courses: Courses,
): ImportPreview {
  const { eventValues, categoryValues } = reading;
  const findings = {
    encodings: reading.encodings,
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
    events: courses.byEvent(() => 0),
    ...findings,
    notes: [],
    samples: [],
    faults: reading.faults,
    faultCount: reading.faultCount,
    moreFaults: reading.unlisted,
    overwrites: { ...present, bands: wornBands },
  };
}

/** The same for a file that is added to what there is. */
export function previewMerged(
  reading: Extract<ImportReading, { ok: true }>,
  plan: MergePlan,
  present: RecordCounts,
  courses: Courses,
): ImportPreview {
  const { added, merged, unchanged, samples, notes, faults, faultCount } = plan;
  return {
    ...previewImport(reading, present, 0, courses),
    merge: { added, merged, unchanged, samples },
    notes: [...notesOfMerge(reading), ...notes],
    faults,
    faultCount,
    moreFaults: 0,
    ...(faultCount > 0 ? { samples: [] } : {}),
    overwrites: { runners: 0, scans: 0, bands: 0 },
  };
}

/** `Added 3 runners and changed 12.`, and the notes, a line each (POST /upload). */
export function presentMerged(
  reading: Extract<ImportReading, { ok: true }>,
  { added, merged, unchanged, notes }: MergePlan,
): string {
  const same = unchanged === 0 ? '' : ` ${unchanged} ${unchanged === 1 ? 'is' : 'are'} as before.`;
  return [
    `Added ${added} ${plural(added, 'runner')} and changed ${merged}.${same}`,
    ...notesOfMerge(reading),
    ...notes,
  ].join('\n');
}

/** Nobody becomes visible by a merge, which takes no mark off. */
function notesOfMerge({ notes }: Extract<ImportReading, { ok: true }>): readonly string[] {
  return notes.filter((note) => !note.includes('all in the file are shown by name'));
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
export function presentFaults(
  reading: Pick<Extract<ImportReading, { ok: false }>, 'faults' | 'faultCount' | 'unlisted'>,
): string {
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
