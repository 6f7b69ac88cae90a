import type { ReportsChange } from '#server/store/commit.ts';
import { Refusal } from '#server/system/refusal.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import {
  MADE_BY,
  MAX_REPORTS,
  MAX_REPORTS_OF_RUNNER,
  type Report,
} from '#shared/model/decisions.ts';
import { findDisqualification, type Runner, withRule } from '#shared/model/runner.ts';
import { STORED_OVERRIDES, parseOverride } from '#shared/model/typed-words.ts';

import type { Changing } from '#server/race/change-race.ts';
import {
  changeRunner,
  type RaceOfRunners,
  type RunnerDecision,
  type Saved,
} from '#server/race/change-runner.ts';

/** Whether a runner was seen, which contradicts a withdrawal (RULES.md RC3). */
type IsSeen = (runner: Runner) => boolean;
const NOBODY_SEEN: IsSeen = () => false;

/**
 * Makes a report, once even if it is sent again; that a runner stopped or withdrew also makes them DNF or DNS
 * (RULES.md RC1).
 */
export function reportRunner(parts: Changing, report: Report, by: string): Promise<Saved> {
  return changeRunner(parts, by, (race) =>
    decideReport(findReported(race, report.runnerId), race.reports.all, report, (runner) =>
      race.isSeen(runner),
    ),
  );
}

/** Takes a report back, and its consequences (RULES.md RC1). */
export function takeBackReport(
  parts: Changing,
  runnerId: RunnerId,
  reportId: string,
  by: string,
): Promise<Saved> {
  return changeRunner(parts, by, (race) =>
    decideTakeBack(findReported(race, runnerId), reportId, 'unreport'),
  );
}

/** A runner and their reports. */
export interface ReportedRunner {
  readonly runner: Runner | undefined;
  readonly reports: readonly Report[];
}

export function findReported(race: RaceOfRunners, runnerId: RunnerId): ReportedRunner {
  return { runner: race.findEntry(runnerId), reports: race.reports.of(runnerId) };
}

/** Decides whether and how the report is written; `all` are the reports of all runners by id. @throws {Refusal} */
export function decideReport(
  { runner, reports }: ReportedRunner,
  all: ReadonlyMap<string, unknown>,
  report: Report,
  isSeen = NOBODY_SEEN,
): RunnerDecision {
  if (!runner) throw new Refusal(404, 'There is no such runner: someone has deleted them.');
  if (reports.some(({ reportId }) => reportId === report.reportId)) {
    return { reply: { result: 'Success', runnerId: runner.runnerId } };
  }
  if (all.has(report.reportId)) {
    throw new Refusal(409, 'This has already been reported for another runner. Check it again.');
  }
  if (reports.length >= MAX_REPORTS_OF_RUNNER || all.size >= MAX_REPORTS) {
    throw new Refusal(
      409,
      'There are too many reports already: take back some that are no longer needed.',
    );
  }
  const makes = MADE_BY[report.kind];
  if (!makes) return writeReports(runner, { made: [report] }, 'report');
  const override = parseOverride(runner.overrideTime)?.kind;
  if (override === 'total') {
    throw new Refusal(
      409,
      `A time was typed for this runner, ${runner.overrideTime}. Clear the time first, then report that they ${report.kind === 'stopped' ? 'stopped' : 'withdrew'}.`,
    );
  }
  if (makes === 'dns' && override === 'dnf') {
    throw new Refusal(
      409,
      'This runner is DNF, so they started. Put them back in the race first, then report that they withdrew before the start.',
    );
  }
  if (makes === 'dns' && isSeen(runner)) {
    throw new Refusal(
      409,
      'This runner was seen or read, so they started. Report that they stopped.',
    );
  }
  if (override === makes) return writeReports(runner, { made: [report] }, 'report');
  const made = [{ ...report, overrideBefore: runner.overrideTime }];
  return writeReports(withOverride(runner, STORED_OVERRIDES[makes]), { made }, 'report');
}

/** `action` is its name in the log. */
export function decideTakeBack(
  { runner, reports }: ReportedRunner,
  reportId: string,
  action: 'unreport' | 'undo',
): RunnerDecision {
  const report = reports.find((one) => one.reportId === reportId);
  if (!runner || !report) {
    throw new Refusal(404, 'There is no such report: someone has already taken it back.');
  }
  const gone = [report];
  const { overrideBefore } = report;
  if (overrideBefore === undefined) return writeReports(runner, { gone }, action);
  const makes = MADE_BY[report.kind];
  const others = reports.filter((one) => one.reportId !== reportId);
  const same = others.filter(({ kind }) => kind === report.kind);
  // Another report with the same effect, or one whose `overrideBefore` is this effect, inherits the value to restore.
  const heir =
    same.length > 0
      ? same.find((one) => one.overrideBefore === undefined)
      : others.find((one) => parseOverride(one.overrideBefore ?? '')?.kind === makes);
  if (heir) return writeReports(runner, { gone, made: [{ ...heir, overrideBefore }] }, action);
  // A runner who has since been disqualified stays out.
  const isAsMade =
    same.length === 0 &&
    parseOverride(runner.overrideTime)?.kind === makes &&
    !findDisqualification(runner);
  const before = withRule(withOverride(runner, overrideBefore), undefined, report.by);
  return writeReports(isAsMade ? before : runner, { gone }, action);
}

function writeReports(after: Runner, reports: ReportsChange, action: string): RunnerDecision {
  return { write: { runnerId: after.runnerId, after, reports, action } };
}

function withOverride(runner: Runner, overrideTime: string): Runner {
  return { ...runner, overrideTime, rev: runner.rev + 1 };
}
