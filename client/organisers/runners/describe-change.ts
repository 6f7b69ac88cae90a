import { parseOverride, readOverrideText } from '#shared/model/typed-words.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { cleanText } from '#shared/model/text-rules.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { AdminRunner, HistoryEntry } from '#shared/wire/runners-api.ts';

import { nameWave } from '../texts/describe-start.ts';
import { showStart } from '../texts/start-text.ts';
import { describeReport, nameSource, shortTime } from '../rollcall/describe-called.ts';
import { describePoint, formatDay } from './describe-last-seen.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import {
  EDITOR_FIELDS,
  type EditorField,
  type EditorValues,
  FIELD_LABELS,
  nameOrBib,
  valuesOf,
} from './editor-values.ts';

/** A change, a line for each field: `Wristband: 401 → 402`. */
export function describeChange(
  { action, before, after, reason, reports = {} }: HistoryEntry,
  config: RaceConfig | undefined,
): string[] {
  if (!after) return ['Deleted'];
  if (!before) return [action === 'undo' ? 'Brought back' : 'Registered'];
  const was = valuesOf(before);
  const is = valuesOf(after);
  const lines = EDITOR_FIELDS.filter((field) => was[field] !== is[field]).map(
    (field) =>
      `${FIELD_LABELS[field]}: ${showValue(field, was[field], config)} → ${showValue(field, is[field], config)}`,
  );
  const describe = (list: readonly Report[] = [], isGone = false): string[] =>
    list.map((report) => describeEntered(report, isGone, after.event, config));
  const parts = [
    ...(action === 'undo' ? ['Undone'] : []),
    ...(action === 'merge' ? ['By a merged file'] : []),
    ...describe(reports.gone, true),
    // With `unreport`, `made` holds a report that only changed as a consequence.
    ...describe(action === 'unreport' ? [] : reports.made),
    ...lines,
    ...(reason === undefined ? [] : [`“${isolateText(reason)}”`]),
  ];
  // The server withholds the changed values from this role (ACCOUNTS.md AC20).
  return parts.length > 0 ? parts : ['Nothing shown here'];
}

/** `Reported at 15:02 by Anna: seen at Carn Ingli, “limping”`, or `Taken back: report of 15:02 by Anna, seen at Carn Ingli`. */
function describeEntered(
  report: Report,
  isGone: boolean,
  event: EventCode,
  config: RaceConfig = DEFAULT_CONFIG,
): string {
  const { atMs, enteredMs, saidBy } = report;
  // The day of the report is given only if it differs from the day of entry.
  const time = shortTime(atMs, { config, today: formatDay(enteredMs, config.timeZone) });
  const by = saidBy === undefined ? '' : ` by ${nameSource(saidBy, config)}`;
  const said = describeReport(report, (point) => describePoint(point, config, event));
  if (isGone) return `Taken back: report of ${time}${by}, ${said}`;
  // A date precedes the time.
  return `Reported ${time.includes(' ') ? 'on' : 'at'} ${time}${by}: ${said}`;
}

/** A value of the form in words; `none` if it is empty. */
export function showValue(
  field: EditorField,
  value: string,
  config: RaceConfig | undefined,
): string {
  if (field === 'isPrivate') return value === '' ? 'no' : value;
  if (value === '') return 'none';
  if (field === 'event' && config) return labelEvent(value, config);
  if (field === 'wave') return config ? nameWave(value, config) : value;
  if (field === 'ownStart') return showStart(value);
  if (field === 'overrideTime') {
    const reading = readOverrideText(value);
    const kept = reading.ok ? reading.value : value;
    const override = parseOverride(kept);
    if (override?.kind === 'total') return formatElapsed(override.totalMs);
    return override?.kind === 'dnf' ? 'DNF' : kept;
  }
  return value;
}

/** The fields that the message of a save names if they changed. */
const SAID: readonly EditorField[] = [
  ...(['event', 'ageGroup', 'wave', 'ownStart', 'runClub'] as const),
  ...(['overrideTime', 'isPrivate', 'earlierBands'] as const),
];

/** The band and bib, then what changed: `Dafydd Bowen — band 501, bib 14, Override time: DNF`. */
export function describeSaved(
  now: EditorValues,
  before: EditorValues | undefined,
  config: RaceConfig | undefined,
): string {
  const changed = SAID.filter(
    (field) => before && cleanText(before[field]) !== cleanText(now[field]),
  ).map((field) => {
    const value = showValue(field, cleanText(now[field]), config);
    return `${FIELD_LABELS[field]}: ${isolateText(value)}`;
  });
  return [`${nameOrBib(now)} — ${describeNumbers(now)}`, ...changed].join(', ');
}

/** Distinguishes two people with the same name: `Half · Rhedwyr Preseli`. */
export function describeEntry(
  { event, runClub }: Pick<AdminRunner, 'event' | 'runClub'>,
  config: RaceConfig,
): string {
  const label = labelEvent(event, config);
  return runClub === '' ? label : `${label} · ${isolateText(runClub)}`;
}

export function describeNumbers(runner: Pick<AdminRunner, 'raceNumber' | 'bibNumber'>): string {
  const band = runner.raceNumber === '' ? 'no band' : `band ${runner.raceNumber}`;
  return runner.bibNumber === '' ? band : `${band}, bib ${runner.bibNumber}`;
}
