import type { Head } from '#shared/wire/http-api.ts';

/** The result of an operation: `unknown` without an answer, so that it may have happened. */
export const OUTCOMES = ['failed', 'unknown', 'ok'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A read, ok when its scanner has reported it on disk, or a save, ok when answered with success. */
export interface Operation {
  readonly kind: 'read' | 'save';
  /** The id of the stored read, or the unique text of the save. */
  readonly id: string;
  readonly outcome: Outcome;
}

/** Kinds of findings, named as in Jepsen's set test. */
export const VERDICTS = ['lost', 'unexpected', 'duplicate', 'stale', 'divergent'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Finding {
  readonly verdict: Verdict;
  readonly what: string;
}

/** A stored read: its field in the hash, and the id by its content. */
export interface StoredRead {
  readonly field: string;
  readonly scanId: string;
}

/** A runner in the record. */
export interface RunnerState {
  readonly runnerId: string;
  readonly rev: number;
  readonly mark: string;
  /** All wristbands, worn and earlier. */
  readonly bands: readonly string[];
}

/** A change of a runner in the log; `before` is absent for a new runner. */
export interface RunnerChange {
  readonly version: number;
  readonly runnerId: string;
  readonly before: Pick<RunnerState, 'rev' | 'mark'> | undefined;
  readonly after: Pick<RunnerState, 'rev' | 'mark'>;
}

/** The race shown by an instance or a viewer. */
export interface View {
  readonly name: string;
  readonly head: Head | undefined;
  /** Of the list of results. */
  readonly digest: string;
  /** How often it went back to an earlier version of the same epoch. */
  readonly wentBack: number;
}

/** The state after all faults. */
export interface FinalState {
  /** The runners before the first operation. */
  readonly entered: readonly RunnerState[];
  readonly head: Head;
  /** The epoch before the first operation; no operation begins another. */
  readonly epochBefore: string;
  /** Of the results computed from the record. */
  readonly digest: string;
  readonly reads: readonly StoredRead[];
  /** The ids of reads in the kept changes. */
  readonly announced: readonly string[];
  readonly runners: readonly RunnerState[];
  /** The index of wristbands: the runner of each. */
  readonly holders: Readonly<Record<string, string>>;
  readonly changes: readonly RunnerChange[];
  readonly views: readonly View[];
  /** Of the whole record in Redis, and again after Redis was killed and restarted. */
  readonly recordDigests: readonly string[];
}

/** Compares the answers with the final record. */
export function checkHistory(history: readonly Operation[], final: FinalState): readonly Finding[] {
  return [
    ...checkReads(history, final),
    ...checkSaves(history, final),
    ...checkRevisions(final),
    ...checkBands(final),
    ...checkViews(final),
    ...checkCourse(final),
  ];
}

/** The best outcome of each read or save, of which any may be repeated. */
function bestOutcomes(
  history: readonly Operation[],
  kind: Operation['kind'],
): ReadonlyMap<string, Outcome> {
  const best = new Map<string, Outcome>();
  for (const { id, outcome } of history.filter((one) => one.kind === kind)) {
    const known = OUTCOMES.indexOf(best.get(id) ?? 'failed');
    best.set(id, OUTCOMES[Math.max(known, OUTCOMES.indexOf(outcome))] ?? outcome);
  }
  return best;
}

function checkReads(
  history: readonly Operation[],
  { reads, announced }: FinalState,
): readonly Finding[] {
  const given = bestOutcomes(history, 'read');
  const stored = new Set(reads.map(({ scanId }) => scanId));
  return [
    ...[...given]
      .filter(([scanId, outcome]) => outcome === 'ok' && !stored.has(scanId))
      .map(([scanId]) => find('lost', `the read ${scanId} was acknowledged and is not stored`)),
    ...[...stored]
      .filter((scanId) => (given.get(scanId) ?? 'failed') === 'failed')
      .map((scanId) => find('unexpected', `the read ${scanId} is stored and was not given`)),
    ...listRepeated(reads.map(({ scanId }) => scanId)).map((scanId) =>
      find('duplicate', `the read ${scanId} is stored more than once`),
    ),
    ...reads
      .filter(({ field, scanId }) => field !== scanId)
      .map(({ field, scanId }) => find('unexpected', `the read ${scanId} is kept as ${field}`)),
    ...listRepeated(announced).map((scanId) =>
      find('duplicate', `the read ${scanId} was announced more than once`),
    ),
  ];
}

function checkSaves(history: readonly Operation[], { changes }: FinalState): readonly Finding[] {
  const given = bestOutcomes(history, 'save');
  const made = changes
    .filter(({ before, after }) => before?.mark !== after.mark)
    .map(({ after }) => after.mark);
  const isMade = new Set(made);
  return [
    ...history
      .filter(({ kind, id, outcome }) => kind === 'save' && outcome === 'ok' && !isMade.has(id))
      .map(({ id }) => find('lost', `the save ${id} was answered with success and not made`)),
    ...[...isMade]
      .filter((mark) => (given.get(mark) ?? 'failed') === 'failed')
      .map((mark) => find('unexpected', `the save ${mark} was made and was not to be`)),
    ...listRepeated(made).map((mark) =>
      find('duplicate', `the save ${mark} was made more than once`),
    ),
  ];
}

/** Checks that each change of a runner follows the one before, and that the record has the last one. */
function checkRevisions({ entered, runners, changes }: FinalState): readonly Finding[] {
  const findings: Finding[] = [];
  const known = new Map<string, Pick<RunnerState, 'rev' | 'mark'>>(
    entered.map((one) => [one.runnerId, one]),
  );
  for (const { runnerId, before, after, version } of changes.toSorted(
    (a, b) => a.version - b.version,
  )) {
    const last = known.get(runnerId);
    const change = `change ${version} of ${runnerId}`;
    if ((before?.rev ?? 0) < (last?.rev ?? 0)) {
      findings.push(find('lost', `${change} was made over revision ${last?.rev}`));
    } else if (before?.rev !== last?.rev || before?.mark !== last?.mark) {
      findings.push(find('unexpected', `${change} begins with what nobody saved`));
    }
    if (after.rev !== (before?.rev ?? 0) + 1) {
      findings.push(find('unexpected', `${change} goes from ${before?.rev ?? 0} to ${after.rev}`));
    }
    known.set(runnerId, after);
  }
  const there = new Map(runners.map((runner) => [runner.runnerId, runner]));
  for (const [runnerId, { rev, mark }] of known) {
    const found = there.get(runnerId);
    if (found?.rev !== rev || found.mark !== mark) {
      findings.push(find('lost', `${runnerId} is not as they were saved last`));
    }
  }
  for (const runnerId of there.keys()) {
    if (!known.has(runnerId)) findings.push(find('unexpected', `nobody entered ${runnerId}`));
  }
  return findings;
}

/** Checks that each wristband has one holder, and that the index names it. */
function checkBands({ runners, holders }: FinalState): readonly Finding[] {
  const held = runners.flatMap(({ runnerId, bands }) => bands.map((band) => ({ band, runnerId })));
  const known = new Set(held.map(({ band }) => band));
  return [
    ...listRepeated(held.map(({ band }) => band)).map((band) =>
      find('duplicate', `wristband ${band} has more than one holder`),
    ),
    ...held
      .filter(({ band, runnerId }) => holders[band] !== runnerId)
      .map(({ band }) => find('divergent', `wristband ${band} leads to somebody else`)),
    ...Object.keys(holders)
      .filter((band) => !known.has(band))
      .map((band) => find('divergent', `wristband ${band} leads to somebody who does not have it`)),
  ];
}

/** Checks that all views equal the record. */
export function checkViews({
  head,
  digest,
  views,
}: Pick<FinalState, 'head' | 'digest' | 'views'>): readonly Finding[] {
  return views.flatMap((view): Finding[] => {
    if (view.head?.epoch === head.epoch && view.head.version === head.version) {
      if (view.digest === digest) return [];
      return [find('divergent', `${view.name} shows another list than the record gives`)];
    }
    const at = view.head ? `at version ${view.head.version} of ${head.version}` : 'without a race';
    return [find('stale', `${view.name} is ${at}`)];
  });
}

/** Checks that no version went back, and that Redis has the same record after a restart. */
function checkCourse(final: FinalState): readonly Finding[] {
  const { head, epochBefore, views, recordDigests } = final;
  return [
    ...(head.epoch === epochBefore
      ? []
      : [find('unexpected', 'the race has another epoch, as after an import')]),
    ...views
      .filter(({ wentBack }) => wentBack > 0)
      .map(({ name, wentBack }) => find('stale', `${name} went back ${wentBack} times`)),
    ...(new Set(recordDigests).size === 1
      ? []
      : [find('divergent', 'Redis killed once more has another record')]),
  ];
}

function find(verdict: Verdict, what: string): Finding {
  return { verdict, what };
}

/** The texts that occur more than once. */
function listRepeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(texts.filter((text) => seen.has(text) || !seen.add(text)))];
}
