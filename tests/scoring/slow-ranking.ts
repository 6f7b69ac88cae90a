import type { DistanceSetup, RaceSetup } from '#shared/model/race-setup.ts';
import type { Result } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';

import { splitsSlowly, visitsSlowly } from './slow-setup.ts';

/** A listed runner as the slow scorer leaves them. */
export interface SlowRow {
  readonly runner: Pick<
    Runner,
    'firstName' | 'lastName' | 'runClub' | 'ageGroup' | 'sex' | 'bibNumber' | 'event'
  > & { readonly runnerId: string };
  readonly status: 'racing' | 'finished' | 'dnf';
  readonly isDisqualified?: boolean | undefined;
  readonly totalMs: number | null;
  readonly laps?: number | undefined;
  readonly categoryMs?: number | undefined;
  readonly startedAtMs: number | null;
  readonly splitsMs: readonly (number | null)[];
  readonly komsMs: readonly (number | null)[];
}

/** Every public row in its order, each place counted out by comparing with everyone. */
export function rankSlowly(
  rows: readonly SlowRow[],
  setup: RaceSetup,
  totalOf: (event: string) => number,
): Result[] {
  const known = rows.filter(({ runner }) =>
    setup.distances.some(({ code }) => code === runner.event),
  );
  return known
    .toSorted((a, b) => compareRows(a, b, setup))
    .map((row) => present(row, rows, setup, totalOf(row.runner.event)));
}

/** How many of the times are smaller, and one; null for no time. */
export function placeAmong(
  timeMs: number | null | undefined,
  others: readonly (number | null | undefined)[],
): number | null {
  if (timeMs === null || timeMs === undefined) return null;
  const faster = others.filter((other) => typeof other === 'number' && other < timeMs);
  return faster.length + 1;
}

/** The places of a distance, by what it says of ties. */
export function placeBySetup(
  timeMs: number | null | undefined,
  others: readonly (number | null | undefined)[],
  distance: DistanceSetup | undefined,
): number | null {
  if (distance?.isRanked === false) return null;
  const valueOf = (one: number | null | undefined): number | null | undefined =>
    typeof one === 'number' ? tie(one, distance) : one;
  const values = others.map(valueOf);
  return placeAmong(
    valueOf(timeMs),
    distance?.ties === 'dense' ? values.filter((one, at) => values.indexOf(one) === at) : values,
  );
}

/** The part of a time that is compared. */
export function tie(timeMs: number, distance: DistanceSetup | undefined): number {
  if (distance?.ties !== 'shown') return timeMs;
  return distance.rounding === 'none'
    ? timeMs - (timeMs % 100)
    : 1000 * Number(showSeconds(timeMs, distance.rounding));
}

/** Last name, first name, bib, id; by code point. */
export function compareNamesSlowly(a: SlowRow, b: SlowRow): number {
  for (const field of ['lastName', 'firstName', 'bibNumber', 'runnerId'] as const) {
    const order = compareCodePoints(a.runner[field], b.runner[field]);
    if (order !== 0) return order;
  }
  return 0;
}

/** How far along its course the latest split is, and its time; the later checkpoint of the course among equal times. */
function lastSeen(row: SlowRow, setup: RaceSetup): { at: number; timeMs: number } | undefined {
  const names = splitsSlowly(setup);
  const splits = visitsSlowly(setup, row.runner.event).flatMap(({ name }, at) => {
    const timeMs = row.splitsMs[names.indexOf(name)] ?? null;
    return timeMs === null ? [] : [{ at, timeMs }];
  });
  return splits.toSorted((a, b) => b.timeMs - a.timeMs || b.at - a.at)[0];
}

function compareRows(a: SlowRow, b: SlowRow, setup: RaceSetup): number {
  const statuses = ['finished', 'dnf', 'racing'];
  const events = setup.distances.map(({ code }) => code);
  const byEvent = events.indexOf(a.runner.event) - events.indexOf(b.runner.event);
  const byStatus = statuses.indexOf(a.status) - statuses.indexOf(b.status);
  if (byEvent !== 0) return byEvent;
  if (byStatus !== 0) return byStatus;
  if (a.status === 'finished') {
    const distance = setup.distances.find(({ code }) => code === a.runner.event);
    const byLaps = (b.laps ?? 0) - (a.laps ?? 0);
    if (byLaps !== 0) return byLaps;
    const byTotal = tie(a.totalMs ?? 0, distance) - tie(b.totalMs ?? 0, distance);
    if (byTotal !== 0) return byTotal;
  }
  if (a.status === 'racing') {
    const seenA = lastSeen(a, setup) ?? { at: -1, timeMs: 0 };
    const seenB = lastSeen(b, setup) ?? { at: -1, timeMs: 0 };
    if (seenA.at !== seenB.at) return seenB.at - seenA.at;
    if (seenA.timeMs !== seenB.timeMs) return seenA.timeMs - seenB.timeMs;
  }
  const isDsq = Number(a.isDisqualified ?? false) - Number(b.isDisqualified ?? false);
  return isDsq || compareNamesSlowly(a, b);
}

function present(
  row: SlowRow,
  rows: readonly SlowRow[],
  setup: RaceSetup,
  totalRunners: number,
): Result {
  const { runner } = row;
  const distance = setup.distances.find(({ code }) => code === runner.event);
  const rounding = distance?.rounding;
  const sameEvent = rows.filter((other) => other.runner.event === runner.event);
  const slots = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  const clocks = slots.map((slot, at) => [
    `checkPoint${slot}`,
    showClock(row.splitsMs[at] ?? null, rounding),
  ]);
  const positions = slots.map((slot, at) => {
    const others = sameEvent.map((other) => other.splitsMs[at]);
    return [`checkPoint${slot}Position`, placeBySetup(row.splitsMs[at], others, distance) ?? ''];
  });
  return {
    runnerId: runner.runnerId,
    firstName: runner.firstName,
    lastName: runner.lastName,
    runClub: runner.runClub,
    ageGroup: runner.ageGroup,
    ...sexBesideCategory(runner, setup),
    bibNumber: runner.bibNumber,
    events: runner.event,
    status: row.status,
    ...(row.isDisqualified ? { isDisqualified: true } : {}),
    totalTime: row.status === 'dnf' ? 'DNF' : showClock(row.totalMs, rounding),
    totalMs: row.totalMs,
    totalRunners,
    wodTime: showSeconds(row.komsMs[0] ?? null),
    carnIngliTime: showSeconds(row.komsMs[1] ?? null),
    ...(row.laps === undefined ? {} : { laps: row.laps }),
    ...(row.categoryMs === undefined ? {} : { categoryMs: row.categoryMs }),
    startedAtMs: row.startedAtMs,
    splitsMs: row.splitsMs,
    komsMs: row.komsMs,
    ...Object.fromEntries([...clocks, ...positions]),
  } as Result;
}

/** The sex of an entry that the category does not give already. */
function sexBesideCategory(
  { sex, ageGroup }: SlowRow['runner'],
  setup: RaceSetup,
): Pick<Result, 'sex'> {
  const own = (['F', 'M', 'X'] as const).find((one) => one === sex);
  const others = setup.categories.table.find(({ code }) => code === ageGroup)?.sexes;
  return own && others?.join() !== own ? { sex: own } : {};
}

function showClock(timeMs: number | null, rounding?: DistanceSetup['rounding']): string {
  if (timeMs === null) return '';
  const seconds = Number(showSeconds(timeMs, rounding));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => (part < 10 ? `0${part}` : `${part}`)).join(':');
}

function showSeconds(timeMs: number | null, rounding: DistanceSetup['rounding'] = 'up'): string {
  if (timeMs === null) return '';
  const over = timeMs % 1000;
  if (over === 0 || rounding !== 'up') return String((timeMs - over) / 1000);
  return String((timeMs - over) / 1000 + 1);
}

function compareCodePoints(a: string, b: string): number {
  const pointsA = Array.from(a, (character) => character.codePointAt(0) ?? 0);
  const pointsB = Array.from(b, (character) => character.codePointAt(0) ?? 0);
  for (const [index, pointA] of pointsA.entries()) {
    const pointB = pointsB[index];
    if (pointB === undefined) return 1;
    if (pointA !== pointB) return pointA - pointB;
  }
  return pointsA.length - pointsB.length;
}
