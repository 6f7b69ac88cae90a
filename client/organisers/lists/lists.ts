import type { KnownMissing } from '#shared/control/roll-call.ts';
import type { ControlEntry } from '#shared/model/decisions.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Editing } from '#shared/wire/admin-events.ts';
import type {
  Notice,
  UnassignedBandBody,
  MissingDetails,
  ToCheck,
} from '#shared/wire/missing-api.ts';
import type { ConnectionStatus } from '../../live/feed.ts';

const NOBODY_TO_CHECK: ToCheck = { count: 0, runners: [] };

/** The list of a message, which omits `lastSeen` and `toCheck` while they are as before. */
export function takeMissing(
  runnerIds: readonly string[],
  {
    scannedNumberNoRunners,
    lastSeen,
    finishedDnfs = [],
    notices = [],
    toCheck,
    seenOuts = [],
    control = [],
  }: MissingDetails,
  before: Missing | undefined,
): Missing {
  return {
    runnerIds,
    unassigned: scannedNumberNoRunners,
    sights: lastSeen
      ? new Map(runnerIds.map((runnerId, index) => [runnerId, lastSeen[index] ?? null]))
      : (before?.sights ?? new Map()),
    dnfFinishes: new Map(finishedDnfs.map(({ runnerId, finishTime }) => [runnerId, finishTime])),
    notices,
    toCheck: toCheck ?? before?.toCheck ?? NOBODY_TO_CHECK,
    seenOuts: new Map(seenOuts.map((seen) => [seen.runnerId, seen])),
    control,
  };
}

export interface Missing extends KnownMissing {
  readonly unassigned: readonly UnassignedBandBody[];
  readonly notices: readonly Notice[];
  /** Runners to check, the worst first, and why (RULES.md MS7). */
  readonly toCheck: ToCheck;
  /** The entries of race control (RULES.md RC7). */
  readonly control: readonly ControlEntry[];
}

/** The keys of the lists in the query cache, which {@link OrganisersFeed} fills. */
export const RUNNERS_KEY = ['runners'];
export const MISSING_KEY = ['missing'];

/** What the feed knows besides its lists. */
export interface FeedStatus extends ConnectionStatus {
  /** The open editors and their organisers, including this screen's own. */
  readonly presence: readonly Editing[];
  /** All runners were replaced while this page was open, which nobody has acknowledged here. */
  readonly isReplaced: boolean;
}

export interface Lists extends FeedStatus {
  /** By last name, undefined until loaded. */
  readonly runners: readonly AdminRunner[] | undefined;
  /** The same, empty until loaded. */
  readonly everyone: readonly AdminRunner[];
  readonly byId: ReadonlyMap<string, AdminRunner>;
  readonly missing: Missing | undefined;
}
