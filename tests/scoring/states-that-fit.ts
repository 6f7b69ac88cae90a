import {
  ROLL_CALL_STATES,
  type RollCallEvidence,
  type RollCallState,
} from '#shared/scoring/whereabouts.ts';

/** The states of RC2, each by what it says, whatever the others say. */
export function statesThatFit({
  overrideTime,
  isBanded,
  isMissing,
  finishMs,
  lastRead,
  reports,
  isStartedByGun,
  startsLater = false,
  isInByLaps = false,
}: RollCallEvidence): RollCallState[] {
  const words = reports.filter(({ kind }) => kind === 'seen' || kind === 'stopped');
  const wordMs = [...words.map(({ atMs }) => atMs), ...(lastRead ? [lastRead.atMs] : [])];
  const isSeen = wordMs.length > 0 || finishMs !== undefined;
  const isSafe = reports.some(
    ({ kind, isSafe: marked, atMs }) =>
      (kind === 'safe' || marked) && wordMs.every((word) => word <= atMs),
  );
  const hasWithdrawn = reports.some(({ kind }) => kind === 'withdrawn');
  const isDnf = overrideTime === '00:00:01';
  const isDns = overrideTime === 'DNS';
  const hasTotal = overrideTime !== '' && !isDnf && !isDns;
  const hasFinished =
    hasTotal || (overrideTime === '' && isBanded && !isMissing && (!isInByLaps || isSafe));
  const isOpen = overrideTime === '' && !hasFinished;
  const hasStarted = isSeen || (isBanded && isStartedByGun);
  const isOut = isDnf || (isDns && isSeen);
  const fits: Record<RollCallState, boolean> = {
    finished: hasFinished,
    'did-not-start': isDns && !isSeen && !hasWithdrawn,
    withdrawn: isDns && !isSeen && hasWithdrawn,
    'out-safe': (isOut && (finishMs !== undefined || isSafe)) || (isOpen && hasStarted && isSafe),
    'out-not-safe': isOut && finishMs === undefined && !isSafe,
    'on-course': isOpen && !isSafe && hasStarted,
    'to-start': isOpen && !hasStarted && isBanded && startsLater,
    'never-seen': isOpen && !hasStarted && isBanded && !startsLater,
    'no-band': isOpen && !hasStarted && !isBanded,
  };
  return ROLL_CALL_STATES.filter((state) => fits[state]);
}
