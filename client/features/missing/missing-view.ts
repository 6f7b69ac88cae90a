import { findCheckIn } from '#shared/model/report.ts';
import type { StartPhase } from '#shared/scoring/start-phase.ts';
import { foldText } from '#shared/format/fold-text.ts';
import type {
  CheckReason,
  LastSeenBody,
  RunnerToCheck,
  UnassignedBandBody,
} from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { splitChecks } from '#client/organisers/lists/left-checks.ts';
import { findOddFinish, isOutThere, type Missing } from '#client/organisers/lists/lists.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';

interface FoundBands {
  /** Bands with the digits in their number, in the order they came in; all for an empty text. */
  readonly found: readonly UnassignedBandBody[];
  /** The band with exactly this number. */
  readonly exact: UnassignedBandBody | undefined;
}

/** Finds bands by digits of their number, ignoring leading zeros (SCREENS.md SM2). */
export function findBands(bands: readonly UnassignedBandBody[], text: string): FoundBands {
  const digits = text.trim().replace(/^0+(?=\d)/, '');
  if (digits === '') return { found: bands, exact: undefined };
  const found = bands.filter(({ bandID }) => bandID.includes(digits));
  return { found, exact: found.find(({ bandID }) => bandID === digits) };
}

/** The parts that can be shown alone, in their order on the screen. */
export const PARTS = ['on-course', 'never-seen', 'dnf', 'to-check', 'bands', 'dismissed'] as const;
export type Part = (typeof PARTS)[number];
export type Shown = Part | 'all';

/** The orders of the runners. */
export const ORDERS = ['longest-unseen', 'last-seen', 'name'] as const;
export type Order = (typeof ORDERS)[number];

export interface EntryToCheck {
  readonly runner: AdminRunner;
  readonly reasons: readonly CheckReason[];
}

/** The lists of the screen, before a choice or a search. */
export interface Parts {
  readonly bands: readonly UnassignedBandBody[];
  readonly dismissed: readonly UnassignedBandBody[];
  readonly dnf: readonly AdminRunner[];
  /** The worst first (RULES.md MS7). */
  readonly 'to-check': readonly EntryToCheck[];
  /** How many there are: a very long list is not sent whole. */
  readonly checkCount: number;
  readonly leftChecks: readonly RunnerToCheck[];
  /** With a band and without a finish, by name. */
  readonly missing: readonly AdminRunner[];
  /** Missing runners who were scanned somewhere or started with the gun. */
  readonly 'on-course': readonly AdminRunner[];
  /** Missing runners who were never seen. */
  readonly 'never-seen': readonly AdminRunner[];
}

/**
 * Sorts the missing into parts; the runners are and stay ordered by name. A runner whose only sign
 * is the gun is on course, not never seen, where `phaseOf` says so (RULES.md ST11).
 */
export function divide(
  runners: readonly AdminRunner[],
  missing: Missing,
  phaseOf: (runner: AdminRunner) => StartPhase = () => undefined,
): Parts {
  const { runnerIds, unassigned, dnfFinishes } = missing;
  const checks = splitChecks(missing.toCheck, missing.control);
  const ids = new Set(runnerIds);
  const isOut = (runner: AdminRunner): boolean => isOutThere(missing, runner, phaseOf);
  const listed = runners.filter(({ runnerId }) => ids.has(runnerId));
  const byId = new Map(runners.map((runner) => [runner.runnerId, runner]));
  return {
    bands: unassigned.filter((band) => !isPutAside(band)),
    dismissed: unassigned.filter(isPutAside),
    dnf: Array.from(dnfFinishes.keys(), (runnerId) => byId.get(runnerId) ?? [])
      .flat()
      .filter((runner) => findOddFinish(missing, runner) !== undefined),
    'to-check': checks.open.runners.flatMap(({ runnerId, reasons }) => {
      const runner = byId.get(runnerId);
      return runner ? [{ runner, reasons }] : [];
    }),
    checkCount: checks.open.count,
    leftChecks: checks.left,
    missing: listed,
    'on-course': listed.filter((one) => isOut(one)),
    'never-seen': listed.filter((one) => !isOut(one)),
  };
}

/** Whether an organiser dismissed a band that was not scanned since (RULES.md MS6). */
export function isPutAside({ dismissal }: UnassignedBandBody): boolean {
  return dismissal?.isOver === false;
}

/** Those who were seen, by when; then those who never were. Equals keep their order. */
export function sortRows(
  rows: readonly AdminRunner[],
  sights: ReadonlyMap<string, LastSeenBody | null>,
  order: Order,
): readonly AdminRunner[] {
  if (order === 'name') return rows;
  const sign = order === 'last-seen' ? -1 : 1;
  const keyOf = ({ runnerId }: AdminRunner): number => {
    const sight = sights.get(runnerId);
    return sight ? sign * sight.lastTime : Infinity;
  };
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  // Infinity minus itself is not a number.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key)).map(({ row }) => row);
}

export function countAll(parts: Parts): number {
  return parts.bands.length + parts.dismissed.length + listPeople(parts).length;
}

/** Everyone of any part, each once. */
function listPeople(parts: Parts): readonly AdminRunner[] {
  const toCheck = parts['to-check'].map(({ runner }) => runner);
  return [...new Set([...parts.missing, ...parts.dnf, ...toCheck])];
}

/** The parts reduced to what matches a name, a bib or a band, and what Enter opens. */
export interface FoundParts extends Parts {
  readonly bestBand: UnassignedBandBody | undefined;
  readonly bestRunner: AdminRunner | undefined;
  readonly matches: number;
}

/**
 * Keeps `keptId` whatever is searched for: their form is open. Enter opens nothing where several could be meant
 * (SCREENS.md SG18): a number means the band or bib it equals in full; a part opens only what alone contains it.
 */
export function find(parts: Parts, text: string, keptId: string | undefined): FoundParts {
  if (foldText(text) === '') {
    return { ...parts, bestBand: undefined, bestRunner: undefined, matches: 0 };
  }
  const bands = findBands(parts.bands, text);
  const people = findRunners(listPeople(parts), text, keptId);
  const ids = new Set(people.rows.map(({ runnerId }) => runnerId));
  const isFound = ({ runnerId }: AdminRunner): boolean => ids.has(runnerId);
  const matches = bands.found.length + people.matches;
  const onlyBand = matches === 1 ? bands.found[0] : undefined;
  const opensBand = bands.exact !== undefined && people.bestBy === undefined;
  const opensRunner = people.bestBy === undefined ? bands.found.length === 0 : !bands.exact;
  return {
    bands: bands.found,
    dismissed: findBands(parts.dismissed, text).found,
    dnf: parts.dnf.filter(isFound),
    'to-check': parts['to-check'].filter(({ runner }) => isFound(runner)),
    checkCount: parts.checkCount,
    leftChecks: [],
    missing: parts.missing.filter(isFound),
    'on-course': parts['on-course'].filter(isFound),
    'never-seen': parts['never-seen'].filter(isFound),
    bestBand: opensBand ? bands.exact : onlyBand,
    bestRunner: opensRunner ? people.best : undefined,
    matches,
  };
}

export function hasRow(parts: Parts | undefined, shown: Shown, runnerId: string): boolean {
  if (!parts || shown === 'bands' || shown === 'dismissed' || shown === 'to-check') return false;
  const rows = shown === 'all' ? [...parts.missing, ...parts.dnf] : parts[shown];
  return rows.some((runner) => runner.runnerId === runnerId);
}

/**
 * The runners on course and the runners never seen, each in the chosen order; among the never seen, those present
 * before the start come first (RULES.md RC9).
 */
export function sortGroups(
  groups: Pick<Parts, 'on-course' | 'never-seen'>,
  sights: Missing['sights'],
  order: Order,
): Pick<Parts, 'on-course' | 'never-seen'> {
  const neverSeen = sortRows(groups['never-seen'], sights, order);
  return {
    'on-course': sortRows(groups['on-course'], sights, order),
    'never-seen': [
      ...neverSeen.filter(({ reports }) => findCheckIn(reports)),
      ...neverSeen.filter(({ reports }) => !findCheckIn(reports)),
    ],
  };
}
