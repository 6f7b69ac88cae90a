import { listLoggedChips } from '#server/store/chip-table.ts';
import {
  findLastReplaced,
  type LatestChanges,
  type LoggedChange,
  type LoggedOtherChange,
  type LoggedRunnerChange,
} from '#server/store/change-log.ts';
import type { Courses } from '#shared/model/courses.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { partsOf } from '#shared/model/setting-parts.ts';
import type { ChangedValue, ChangeEntry } from '#shared/wire/runners-api.ts';

import { describeSetup } from './apply-setup.ts';
import type { LiveRace } from './live-race.ts';
import { presentAdminRunner } from './present-runner.ts';

export function presentChanges(
  { changes }: LatestChanges,
  race: Pick<LiveRace, 'standings' | 'findEntry' | 'reads'>,
): ChangeEntry[] {
  const replaced = findLastReplaced({ changes });
  const seen = new Set<string>();
  const seenChips = new Set<string>();
  return changes.map((change) => {
    const { version, at, by, action, runnerId } = change;
    const isNewest = runnerId !== undefined && isOfEntry(change) && !seen.has(runnerId);
    if (isNewest) seen.add(runnerId);
    // A change of many, which is listed as a whole, may have followed.
    const isPresent = isNewest && change.after?.rev === race.findEntry(runnerId)?.rev;
    return {
      version,
      at,
      by,
      action,
      ...presentContents(change, race.standings.courses),
      isLast: version > replaced && (isPresent || isLastOfChips(change, race.reads, seenChips)),
    };
  });
}

/** Whether a change of chips can be undone: its chips, none of those seen, belong to the wristbands that it gave them. */
function isLastOfChips(
  { action, after }: LoggedChange,
  { chips }: LiveRace['reads'],
  seen: Set<string>,
): boolean {
  const given = Object.entries((action === 'chips' && listLoggedChips(after)) || {});
  const isNewest = given.every(([code]) => !seen.has(code));
  for (const [code] of given) seen.add(code);
  // Codes that were forgotten are no longer in the log.
  const isOfAny = given.length > 0;
  return isOfAny && isNewest && given.every(([code, band]) => (chips.get(code) ?? null) === band);
}

/** Whether the change is about the entry; reports and check-ins are undone by their own calls. */
function isOfEntry({ action, before, after }: LoggedRunnerChange): boolean {
  return !CHECK_INS.has(action) && before?.rev !== after?.rev;
}

const CHECK_INS: ReadonlySet<string> = new Set(['check-in', 'undo-check-in']);

function presentContents(
  change: LoggedChange,
  courses: Courses,
): Pick<ChangeEntry, 'runnerId' | 'before' | 'after' | 'reason' | 'values' | 'reports'> {
  if (change.runnerId === undefined) {
    return { runnerId: null, before: null, after: null, values: presentValues(change, courses) };
  }
  return {
    runnerId: change.runnerId,
    before: change.before ? presentAdminRunner(change.before) : null,
    after: change.after ? presentAdminRunner(change.after) : null,
    values: [],
    ...(change.reason !== undefined && { reason: change.reason }),
    ...(change.reports && { reports: change.reports }),
  };
}

/** Fields that identify the subject are shown even if they did not change. */
const NAMING: ReadonlySet<string> = new Set(['email', 'kind', 'subject', 'label', 'source']);

function presentValues(
  { action, before, after }: LoggedOtherChange,
  courses: Courses,
): ChangedValue[] {
  if (action === 'config') {
    return listChanged(partsOf(courses), before, after).map((value) =>
      value.name === 'setup' ? describeSetups(value) : value,
    );
  }
  return listChanged([...new Set([before, after].flatMap(listPaths))], before, after);
}

/** A setup in short, since it is long. */
function describeSetups(value: ChangedValue): ChangedValue {
  return { ...value, before: describeSetup(value.before), after: describeSetup(value.after) };
}

function listChanged(names: readonly string[], before: unknown, after: unknown): ChangedValue[] {
  return names
    .map((name) => ({ name, before: findText(before, name), after: findText(after, name) }))
    .filter((value) => NAMING.has(value.name) || value.before !== value.after);
}

/** The paths of all values of an object: `runners`, `reads.source`. */
function listPaths(value: unknown): string[] {
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, own]) =>
    isPlainObject(own) ? listPaths(own).map((path) => `${name}.${path}`) : name,
  );
}

/** A value of an object by its path, as text; empty if absent. */
function findText(value: unknown, path: string): string {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return '';
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return ['string', 'number', 'boolean'].includes(typeof found) ? String(found) : '';
}
