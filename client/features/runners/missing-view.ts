import { groupBy } from '#shared/model/group-by.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import { foldText } from '#shared/format/fold-text.ts';
import type { RunnerToCheck, UnassignedBandBody } from '#shared/wire/missing-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { splitChecks } from '#client/organisers/lists/left-checks.ts';
import type { Missing } from '#client/organisers/lists/lists.ts';
import { findRunners } from '#client/organisers/runners/find-runners.ts';
import { sortRunners } from './roll-call/roll-call-view.ts';

interface FoundBands {
  /** Bands with these digits, in their given order; all for an empty text. */
  readonly found: readonly UnassignedBandBody[];
  readonly exact: UnassignedBandBody | undefined;
}

export function findBands(bands: readonly UnassignedBandBody[], text: string): FoundBands {
  const digits = text.trim().replace(/^0+(?=\d)/, '');
  if (digits === '') return { found: bands, exact: undefined };
  const found = bands.filter(({ bandID }) => bandID.includes(digits));
  return { found, exact: found.find(({ bandID }) => bandID === digits) };
}

/** The states of runners without a finish, in their order on the list (RULES.md RC2). */
const STATES = ['on-course', 'never-seen', 'to-start', 'out-safe'] as const;

/** The parts that can be shown alone, in their order on the screen. */
export const PARTS = ['no-finish', 'to-check', 'bands', 'dismissed'] as const;
export type Part = (typeof PARTS)[number];
export type Shown = Part | 'all';

export interface EntryToCheck extends RunnerToCheck {
  readonly runner: AdminRunner;
}

export interface Parts {
  readonly 'no-finish': readonly AdminRunner[];
  readonly bands: readonly UnassignedBandBody[];
  readonly dismissed: readonly UnassignedBandBody[];
  /** The worst first (RULES.md MS7). */
  readonly 'to-check': readonly EntryToCheck[];
  /** How many more there are to check; a very long list is not sent whole. */
  readonly unlisted: number;
  readonly ignored: readonly EntryToCheck[];
}

/** Sorts everything missing into parts; runners without a finish by state, then longest unseen first. */
export function divide(missing: Missing, rollCall: Pick<RollCall, 'byId'>): Parts {
  const { runnerIds, unassigned } = missing;
  const checks = splitChecks(missing.toCheck, missing.control);
  const ids = new Set(runnerIds);
  const noFinish = groupBy([...rollCall.byId.values()], ({ runner, state }) =>
    // A DNF who is out and safe is not missing.
    state === 'out-safe' && !ids.has(runner.runnerId) ? undefined : state,
  );
  const known = (checks: readonly RunnerToCheck[]): readonly EntryToCheck[] =>
    checks.flatMap((check) => {
      const runner = rollCall.byId.get(check.runnerId)?.runner;
      return runner ? [{ ...check, runner }] : [];
    });
  return {
    bands: unassigned.filter((band) => !isStillDismissed(band)),
    dismissed: unassigned.filter(isStillDismissed),
    'to-check': known(checks.open.runners),
    unlisted: checks.open.count - checks.open.runners.length,
    ignored: known(checks.left),
    'no-finish': STATES.flatMap((state) =>
      sortRunners(noFinish.get(state) ?? []).map(({ runner }) => runner),
    ),
  };
}

/** Whether a band was dismissed and not scanned since (RULES.md MS6). */
export function isStillDismissed({ dismissal }: UnassignedBandBody): boolean {
  return dismissal?.isOver === false;
}

export function countAll(parts: Parts): number {
  return parts.bands.length + parts.dismissed.length + listPeople(parts).length;
}

function listPeople(parts: Parts): readonly AdminRunner[] {
  const checks = [...parts['to-check'], ...parts.ignored].map(({ runner }) => runner);
  return [...new Set([...parts['no-finish'], ...checks])];
}

/** The entries that match a name, a bib or a band, and the one that Enter opens. */
export interface FoundParts extends Parts {
  readonly bestBand: UnassignedBandBody | undefined;
  readonly bestRunner: AdminRunner | undefined;
  readonly matches: number;
}

/**
 * Filters the parts, but always keeps `keptId`, whose form is open. Enter opens the band or bib that equals a number, else
 * the only match, else nothing (SCREENS.md SG18).
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
    'to-check': parts['to-check'].filter(({ runner }) => isFound(runner)),
    unlisted: 0,
    ignored: parts.ignored.filter(({ runner }) => isFound(runner)),
    'no-finish': parts['no-finish'].filter(isFound),
    bestBand: opensBand ? bands.exact : onlyBand,
    bestRunner: opensRunner ? people.best : undefined,
    matches,
  };
}
