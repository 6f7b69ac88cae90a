import type { Head } from '#shared/wire/http-api.ts';

import { type CopiesState, isAhead, judgeLost } from './check-copies.ts';
import type { Operation, Outcome } from './history.ts';

/** What may be wrong at the end, as Jepsen's test of a set names it. */
export const VERDICTS = ['lost', 'unexpected', 'duplicate', 'stale', 'divergent'] as const;
/**
 * What the documents say may happen where Redis has copies: an acknowledged change that went with its master, and a
 * viewer who has seen what no instance that lives knows of (FEED.md CF8).
 */
export const DOCUMENTED = ['lost by failover', 'ahead'] as const;
export type Verdict = (typeof VERDICTS)[number] | (typeof DOCUMENTED)[number];

/** One thing that is wrong, or that is to be known. */
export interface Finding {
  readonly verdict: Verdict;
  readonly what: string;
}

/** A stored read: the id it is kept under, the id that follows from what it says, and its place in a journal. */
export interface StoredRead {
  readonly field: string;
  readonly scanId: string;
  readonly place: string;
}

/** A runner as the record has them. */
export interface RunnerState {
  readonly runnerId: string;
  readonly rev: number;
  readonly mark: string;
  /** Every wristband they hold, worn or earlier. */
  readonly bands: readonly string[];
}

/** A change of a runner in the log; `before` is absent for one who was new. */
export interface RunnerChange {
  readonly version: number;
  readonly runnerId: string;
  readonly before: Pick<RunnerState, 'rev' | 'mark'> | undefined;
  readonly after: Pick<RunnerState, 'rev' | 'mark'>;
}

/** Somebody who shows the results: an instance or a viewer. */
export interface View {
  readonly name: string;
  readonly head: Head | undefined;
  /** Of the list of results and the title that they show. */
  readonly digest: string;
  /** How often they went back to an earlier version of the same race. */
  readonly wentBack: number;
}

const NO_COPIES: CopiesState = { strikes: 0, gaps: [], mayLose: false, kills: [] };

/** All there is to see when the faults are over and all has settled. */
export interface FinalState {
  /** The runners before the first operation. */
  readonly entered: readonly RunnerState[];
  readonly head: Head;
  /** Where Redis has copies. */
  readonly copies?: CopiesState;
  /** The epoch before the first operation: nobody made another race of it. */
  readonly epochBefore: string;
  /** Of the list of results and the title that follow from the record. */
  readonly digest: string;
  readonly reads: readonly StoredRead[];
  /** The ids of reads in the change feed, as far as it is kept. */
  readonly announced: readonly string[];
  readonly runners: readonly RunnerState[];
  /** Which runner each wristband leads to. */
  readonly holders: Readonly<Record<string, string>>;
  readonly changes: readonly RunnerChange[];
  /** The ids of marshals' taps in the record, those that race control has to decide too. */
  readonly taps: readonly string[];
  readonly views: readonly View[];
  /** Of all of the record in Redis, and again after it was killed once more and read it from its disk, or of each copy. */
  readonly recordDigests: readonly string[];
}

/** Compares what was answered with what is there at the end. Nothing is found in a race that kept its promises. */
export function checkHistory(history: readonly Operation[], final: FinalState): readonly Finding[] {
  return [
    ...checkReads(history, final),
    ...checkSaves(history, final),
    ...checkTaps(history, final),
    ...checkRevisions(final),
    ...checkBands(final),
    ...checkViews(final),
    ...checkCourse(final),
    ...checkDisk(final),
  ];
}

export function countVerdicts(findings: readonly Finding[]): Readonly<Record<Verdict, number>> {
  const verdicts = [...VERDICTS, ...DOCUMENTED];
  const counts = Object.fromEntries(verdicts.map((one) => [one, 0])) as Record<Verdict, number>;
  for (const { verdict } of findings) counts[verdict] += 1;
  return counts;
}

/** Whether it is nothing that the documents allow. */
export function isWrong({ verdict }: Finding): boolean {
  return VERDICTS.some((one) => one === verdict);
}

/** Of the same read or save given several times the best end counts: one that was answered is there. */
function bestOutcomes(given: readonly (readonly [string, Outcome])[]): Map<string, Outcome> {
  const best = new Map<string, Outcome>();
  const order: readonly Outcome[] = ['failed', 'unknown', 'ok'];
  for (const [id, outcome] of given) {
    const known = best.get(id);
    if (known === undefined || order.indexOf(outcome) > order.indexOf(known)) best.set(id, outcome);
  }
  return best;
}

function checkReads(
  history: readonly Operation[],
  { reads, announced }: FinalState,
): readonly Finding[] {
  const given = bestOutcomes(
    history.flatMap((one) => (one.kind === 'read' ? [[one.scanId, one.outcome] as const] : [])),
  );
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
    ...listRepeated(reads.map(({ place }) => place)).map((place) =>
      find('duplicate', `place ${place} of a journal is stored more than once`),
    ),
    ...reads
      .filter(({ field, scanId }) => field !== scanId)
      .map(({ field, scanId }) => find('unexpected', `the read ${scanId} is kept as ${field}`)),
    ...listRepeated(announced).map((scanId) =>
      find('duplicate', `the read ${scanId} was announced more than once`),
    ),
  ];
}

function checkSaves(
  history: readonly Operation[],
  { changes, copies }: FinalState,
): readonly Finding[] {
  const given = bestOutcomes(
    history.flatMap((one) => (one.kind === 'save' ? [[one.mark, one.outcome] as const] : [])),
  );
  const made = changes
    .filter(({ before, after }) => before?.mark !== after.mark)
    .map(({ after }) => after.mark);
  const isMade = new Set(made);
  const over = new Map(
    history.flatMap((one) =>
      one.kind === 'save' && one.over ? [[one.mark, one.over] as const] : [],
    ),
  );
  return [
    ...history.flatMap((one) => {
      if (one.kind !== 'save' || one.outcome !== 'ok' || isMade.has(one.mark)) return [];
      const what = `the save ${one.mark} was answered with success and not made`;
      return judgeLost(what, one.during, copies ?? NO_COPIES);
    }),
    ...[...isMade]
      .filter((mark) => (given.get(mark) ?? 'failed') === 'failed')
      .map((mark) => find('unexpected', `the save ${mark} was made and was not to be`)),
    // Settings that are sent again are written again, as they are.
    ...changes
      .filter(({ before, after }) => before?.mark !== after.mark)
      .filter(({ before, after }) => before?.mark !== (over.get(after.mark) ?? before?.mark))
      .map(({ after }) => find('lost', `the save ${after.mark} was made over one it had not seen`)),
    ...listRepeated(made).map((mark) =>
      find('duplicate', `the save ${mark} was made more than once`),
    ),
  ];
}

function checkTaps(
  history: readonly Operation[],
  { taps, copies }: FinalState,
): readonly Finding[] {
  const given = bestOutcomes(
    history.flatMap((one) => (one.kind === 'tap' ? [[one.reportId, one.outcome] as const] : [])),
  );
  const noted = new Set(taps);
  return [
    ...history.flatMap((one) => {
      if (one.kind !== 'tap' || one.outcome !== 'ok' || noted.has(one.reportId)) return [];
      const what = `the tap ${one.reportId} was answered and is not there`;
      return judgeLost(what, one.during, copies ?? NO_COPIES);
    }),
    ...[...noted]
      .filter((reportId) => (given.get(reportId) ?? 'failed') === 'failed')
      .map((reportId) => find('unexpected', `the tap ${reportId} is there and was not to be`)),
    ...listRepeated(taps).map((reportId) =>
      find('duplicate', `the tap ${reportId} is there more than once`),
    ),
  ];
}

/** Each change of a runner begins where the one before ended, and the record is where the last one ended. */
function checkRevisions({ entered, runners, changes }: FinalState): readonly Finding[] {
  const findings: Finding[] = [];
  const standing = new Map(entered.map((one) => [one.runnerId, one] as const));
  const known = new Map<string, Pick<RunnerState, 'rev' | 'mark'>>(standing);
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
  const there = new Map(runners.map((runner) => [runner.runnerId, runner] as const));
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

/** A wristband has one holder, and the record leads from it to them. */
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

/** Whether everybody shows what follows from the record. */
export function checkViews({
  head,
  digest,
  views,
  copies,
}: Pick<FinalState, 'head' | 'digest' | 'views' | 'copies'>): readonly Finding[] {
  return views.flatMap((view): Finding[] => {
    const isLevel = view.head?.epoch === head.epoch && view.head.version === head.version;
    if (!isLevel) {
      const at = view.head
        ? `at version ${view.head.version} of ${head.version}`
        : 'without a race';
      const verdict = copies && isAhead(view.head, head, copies) ? 'ahead' : 'stale';
      return [find(verdict, `${view.name} is ${at}`)];
    }
    return view.digest === digest
      ? []
      : [find('divergent', `${view.name} shows another list than the record gives`)];
  });
}

/** Whether the race only ever went on. */
function checkCourse(final: FinalState): readonly Finding[] {
  const { head, epochBefore, views, copies } = final;
  return [
    ...(head.epoch === epochBefore || (copies?.strikes ?? 0) > 0
      ? []
      : [find('unexpected', 'the race has another epoch, as after an import')]),
    ...views
      .filter(({ wentBack }) => wentBack > 0)
      .map(({ name, wentBack }) => find('stale', `${name} went back ${wentBack} times`)),
  ];
}

function checkDisk({ recordDigests, copies }: FinalState): readonly Finding[] {
  if (new Set(recordDigests).size === 1) return [];
  const who = copies ? 'a copy of Redis' : 'Redis killed once more';
  return [find('divergent', `${who} has another record`)];
}

function find(verdict: Verdict, what: string): Finding {
  return { verdict, what };
}

/** Those that come more than once, each once. */
function listRepeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(texts.filter((text) => seen.has(text) || !seen.add(text)))];
}
