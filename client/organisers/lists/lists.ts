import type { KnownMissing } from '#shared/control/roll-call.ts';
import type { ControlEntry } from '#shared/model/control-entry.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { StartPhase } from '#shared/scoring/start-phase.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Desk, Editing, ReplacedMessage } from '#shared/wire/admin-events.ts';
import type {
  Notice,
  UnassignedBandBody,
  MissingDetails,
  ToCheck,
} from '#shared/wire/missing-api.ts';
import type { ConnectionStatus } from '../../live/feed.ts';

const NOBODY_TO_CHECK: ToCheck = { count: 0, runners: [] };

/**
 * The list as it was told. A message without `lastSeen` leaves what is known
 * of where the missing were seen, one without `toCheck` who is to check.
 */
export function takeMissing(
  runnerIds: readonly string[],
  {
    scannedNumberNoRunners,
    lastSeen,
    finishedDnfs = [],
    notices = [],
    massStarts = [],
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
    massStarts,
    toCheck: toCheck ?? before?.toCheck ?? NOBODY_TO_CHECK,
    seenOuts: new Map(seenOuts.map((seen) => [seen.runnerId, seen])),
    control,
  };
}

/** Who has not come in, and the bands nobody has. */
export interface Missing extends KnownMissing {
  readonly unassigned: readonly UnassignedBandBody[];
  /** What there is to know of the service itself. */
  readonly notices: readonly Notice[];
  /** The events that have a gun and of which nobody was read at the start (RULES.md ST11). */
  readonly massStarts: readonly EventCode[];
  /** Whom to look at, the worst first, and why (RULES.md MS7). */
  readonly toCheck: ToCheck;
  /** What is written down at race control (RULES.md RC7). */
  readonly control: readonly ControlEntry[];
}

/** Whether one of the missing is out there: they were seen somewhere, or they went by the gun alone (RULES.md MS4, ST11). */
export function isOutThere(
  { sights }: Missing,
  runner: AdminRunner,
  phaseOf: (runner: AdminRunner) => StartPhase,
): boolean {
  return Boolean(sights.get(runner.runnerId)) || phaseOf(runner) === 'by-gun';
}

/** Tells whether a runner was seen, as far as the lists know (RULES.md RC3): by a mat, or by somebody's word; who has a result was. */
export function findKnownSeen(missing: Missing | undefined): (runner: AdminRunner) => boolean {
  const missingIds = new Set(missing?.runnerIds);
  return ({ runnerId, raceNumber, overrideLime, earlierBands = [], reports = [] }) => {
    if (reports.some(({ kind }) => kind === 'seen' || kind === 'stopped')) return true;
    if (!missing) return false;
    const isBanded = raceNumber !== '' || earlierBands.length > 0;
    return (
      (isBanded && overrideLime === '' && !missingIds.has(runnerId)) ||
      Boolean(missing.sights.get(runnerId)) ||
      missing.seenOuts.has(runnerId) ||
      missing.dnfFinishes.has(runnerId)
    );
  };
}

/** What the organisers' lists show. A new object after every change. */
export interface Lists extends ConnectionStatus {
  /** By last name, undefined until they are there; nobody comes or goes while one of them is edited here. */
  readonly runners: readonly AdminRunner[] | undefined;
  /** Everyone as known now, in no order. */
  readonly everyone: readonly AdminRunner[];
  /** Undefined until it is known. */
  readonly missing: Missing | undefined;
  /** Who has which editor open, this screen's own included. */
  readonly presence: readonly Editing[];
  /** Who is at which screen, this one included; nobody while that is not known. */
  readonly desks: readonly Desk[];
  /** Whether the runner being edited here was deleted meanwhile. */
  readonly isHeldGone: boolean;
  /** The last change of the race that `runners` has; undefined until they are there. */
  readonly version: number | undefined;
  /** What took the place of all runners while this page was open, until somebody has read it. */
  readonly replaced: ReplacedMessage | undefined;
}

/** Before anything is known. */
export const NO_LISTS: Lists = {
  runners: undefined,
  everyone: [],
  missing: undefined,
  presence: [],
  desks: [],
  connection: 'catching-up',
  heardMs: undefined,
  isHeldGone: false,
  version: undefined,
  replaced: undefined,
};

/** When who is out came in all the same; undefined for whoever was disqualified after it (RULES.md MS5). */
export function findOddFinish(
  missing: Pick<Missing, 'dnfFinishes'> | undefined,
  { runnerId, disqualified }: AdminRunner,
): EpochMs | undefined {
  const finishMs = missing?.dnfFinishes.get(runnerId);
  return finishMs !== undefined && finishMs > (disqualified?.atMs ?? -Infinity)
    ? finishMs
    : undefined;
}
