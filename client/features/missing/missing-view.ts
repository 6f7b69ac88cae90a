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

/** What a search among the bands gives. */
interface FoundBands {
  /** Those with the digits in their number, in the order they came in; all for no text. */
  readonly found: readonly UnassignedBandBody[];
  /** The very number. */
  readonly exact: UnassignedBandBody | undefined;
}

/** Finds bands by digits of their number; leading zeros do not matter (SCREENS.md SM2). */
export function findBands(bands: readonly UnassignedBandBody[], text: string): FoundBands {
  const digits = text.trim().replace(/^0+(?=\d)/, '');
  if (digits === '') return { found: bands, exact: undefined };
  const found = bands.filter(({ bandID }) => bandID.includes(digits));
  return { found, exact: found.find(({ bandID }) => bandID === digits) };
}

/** What one may look at by itself, in the order in which it stands on the screen. */
export const PARTS = ['on-course', 'never-seen', 'dnf', 'to-check', 'bands', 'dismissed'] as const;
export type Part = (typeof PARTS)[number];
export type Shown = Part | 'all';

/** In which order the runners may stand. */
export const ORDERS = ['longest-unseen', 'last-seen', 'name'] as const;
export type Order = (typeof ORDERS)[number];

/** A runner to look at, and why. */
export interface EntryToCheck {
  readonly runner: AdminRunner;
  readonly reasons: readonly CheckReason[];
}

/** What the screen can show, before anything is chosen or sought. */
export interface Parts {
  readonly bands: readonly UnassignedBandBody[];
  readonly dismissed: readonly UnassignedBandBody[];
  readonly dnf: readonly AdminRunner[];
  /** The worst first (RULES.md MS7). */
  readonly 'to-check': readonly EntryToCheck[];
  /** How many there are, of whom very many are not told one by one. */
  readonly checkCount: number;
  readonly leftChecks: readonly RunnerToCheck[];
  /** With a band and without a finish, by name. */
  readonly missing: readonly AdminRunner[];
  /** Those of them who were scanned somewhere, or went by the gun. */
  readonly 'on-course': readonly AdminRunner[];
  /** Those who never were. */
  readonly 'never-seen': readonly AdminRunner[];
}

/**
 * Sorts what is told of the missing into parts; the runners come by name and stay so. Nobody counts as never
 * seen who by `phaseOf` went with the gun alone (RULES.md ST11).
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

/** Those who were seen by when that was, then those who never were; equals stay as they come. */
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
  // Infinity minus itself is no number.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key)).map(({ row }) => row);
}

/** How many bands and runners there are in all. */
export function countAll(parts: Parts): number {
  return parts.bands.length + parts.dismissed.length + listPeople(parts).length;
}

/** Everyone of any part, each once. */
function listPeople(parts: Parts): readonly AdminRunner[] {
  const toCheck = parts['to-check'].map(({ runner }) => runner);
  return [...new Set([...parts.missing, ...parts.dnf, ...toCheck])];
}

/** What is left of the parts when one looks for a name, a bib or a band, and what Enter means. */
export interface FoundParts extends Parts {
  readonly bestBand: UnassignedBandBody | undefined;
  readonly bestRunner: AdminRunner | undefined;
  /** How many bands and runners match what is typed. */
  readonly matches: number;
}

/**
 * `keptId` stays whatever is searched for: their form is open. Enter means nobody where it could be several
 * (SCREENS.md SG18): a number is the band or the bib that it is in full, and what is a part of
 * something opens only what alone has it.
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
  const isBandMeant = bands.exact !== undefined && people.bestBy === undefined;
  const isRunnerMeant = people.bestBy === undefined ? bands.found.length === 0 : !bands.exact;
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
    bestBand: isBandMeant ? bands.exact : onlyBand,
    bestRunner: isRunnerMeant ? people.best : undefined,
    matches,
  };
}

/** Whether a runner has a row where this is shown. */
export function hasRow(parts: Parts | undefined, shown: Shown, runnerId: string): boolean {
  if (!parts || shown === 'bands' || shown === 'dismissed' || shown === 'to-check') return false;
  const rows = shown === 'all' ? [...parts.missing, ...parts.dnf] : parts[shown];
  return rows.some((runner) => runner.runnerId === runnerId);
}

/** Those out there and those never seen, each in the order asked for; of the latter first who was there before the start (RULES.md RC9). */
export function sortGroups(
  groups: Pick<Parts, 'on-course' | 'never-seen'>,
  sights: Missing['sights'],
  order: Order,
): Pick<Parts, 'on-course' | 'never-seen'> {
  const unseen = sortRows(groups['never-seen'], sights, order);
  return {
    'on-course': sortRows(groups['on-course'], sights, order),
    'never-seen': [
      ...unseen.filter(({ reports }) => findCheckIn(reports)),
      ...unseen.filter(({ reports }) => !findCheckIn(reports)),
    ],
  };
}
