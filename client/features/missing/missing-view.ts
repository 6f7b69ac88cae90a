import type { EventCode } from '#shared/model/event.ts';
import { foldText } from '#shared/format/fold-text.ts';
import type { LastSeenBody, UnassignedBandBody } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Missing } from '#client/organisers/lists/lists.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';

/** What a search among the bands gives. */
interface FoundBands {
  /** Those with the digits in their number, in the order they came in; all for no text. */
  readonly found: readonly UnassignedBandBody[];
  /** The one that is meant: the very number, or the only one with these digits. */
  readonly best: UnassignedBandBody | undefined;
}

/** Finds bands by digits of their number; leading zeros do not matter (SCREENS.md SM2). */
export function findBands(bands: readonly UnassignedBandBody[], text: string): FoundBands {
  const digits = text.trim().replace(/^0+(?=\d)/, '');
  if (digits === '') return { found: bands, best: undefined };
  const found = bands.filter(({ bandID }) => bandID.includes(digits));
  const only = found.length === 1 ? found[0] : undefined;
  return { found, best: found.find(({ bandID }) => bandID === digits) ?? only };
}

/** What one may look at by itself, in the order in which it stands on the screen. */
export const PARTS = ['bands', 'dnf', 'on-course', 'never-seen', 'dismissed'] as const;
export type Part = (typeof PARTS)[number];
export type Shown = Part | 'all';

/** In which order the runners may stand. */
export const ORDERS = ['longest-unseen', 'last-seen', 'name'] as const;
export type Order = (typeof ORDERS)[number];

/** What the screen can show, before anything is chosen or sought. */
export interface Parts {
  readonly bands: readonly UnassignedBandBody[];
  readonly dismissed: readonly UnassignedBandBody[];
  readonly dnf: readonly AdminRunner[];
  /** With a band and without a finish, by name. */
  readonly missing: readonly AdminRunner[];
  /** Those of them who were scanned somewhere, or went by the gun. */
  readonly 'on-course': readonly AdminRunner[];
  /** Those who never were. */
  readonly 'never-seen': readonly AdminRunner[];
}

/**
 * Sorts what is told of the missing into parts; the runners come by name and stay so. Of the events that
 * `started` by the gun alone nobody counts as never seen (RULES.md ST11).
 */
export function divide(
  runners: readonly AdminRunner[],
  missing: Missing,
  started: ReadonlySet<EventCode> = new Set(),
): Parts {
  const { runnerIds, unassigned, sights, dnfFinishes } = missing;
  const ids = new Set(runnerIds);
  const isOut = ({ runnerId, event }: AdminRunner): boolean =>
    Boolean(sights.get(runnerId)) || started.has(event);
  const listed = runners.filter(({ runnerId }) => ids.has(runnerId));
  const byId = new Map(runners.map((runner) => [runner.runnerId, runner]));
  return {
    bands: unassigned.filter((band) => !isPutAside(band)),
    dismissed: unassigned.filter(isPutAside),
    dnf: Array.from(dnfFinishes.keys(), (runnerId) => byId.get(runnerId) ?? []).flat(),
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
export function countAll({ bands, dismissed, dnf, missing }: Parts): number {
  return bands.length + dismissed.length + dnf.length + missing.length;
}

/** What is left of the parts when one looks for a name, a bib or a band, and what Enter means. */
export interface FoundParts extends Parts {
  readonly bestBand: UnassignedBandBody | undefined;
  readonly bestRunner: AdminRunner | undefined;
}

/** `keptId` stays whatever is sought: their form is open. */
export function find(parts: Parts, text: string, keptId: string | undefined): FoundParts {
  if (foldText(text) === '') return { ...parts, bestBand: undefined, bestRunner: undefined };
  const bands = findBands(parts.bands, text);
  const missing = findRunners(parts.missing, text, keptId);
  const dnf = findRunners(parts.dnf, text, keptId);
  const ids = new Set(missing.rows.map(({ runnerId }) => runnerId));
  const isFound = ({ runnerId }: AdminRunner): boolean => ids.has(runnerId);
  return {
    bands: bands.found,
    dismissed: findBands(parts.dismissed, text).found,
    dnf: dnf.rows,
    missing: missing.rows,
    'on-course': parts['on-course'].filter(isFound),
    'never-seen': parts['never-seen'].filter(isFound),
    bestBand: bands.best,
    bestRunner: missing.best ?? dnf.best,
  };
}

/** Whether a runner has a row where this is shown. */
export function hasRow(parts: Parts | undefined, shown: Shown, runnerId: string): boolean {
  if (!parts || shown === 'bands' || shown === 'dismissed') return false;
  const rows = shown === 'all' ? [...parts.missing, ...parts.dnf] : parts[shown];
  return rows.some((runner) => runner.runnerId === runnerId);
}
