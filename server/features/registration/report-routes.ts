import { randomUUID } from 'node:crypto';

import type { Response } from 'express';
import * as z from 'zod';

import { changeRace, type Decision } from '#server/race/change-race.ts';
import { type ChangeOfMany, type OneOfMany, planMany } from '#server/race/change-runner.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { distinct, reportedSchema, runnerIdSchema } from '#shared/model/decision-schemas.ts';
import { identityOf, type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { reportRunner, takeBackReport } from '#server/web/report-runner.ts';
import { type Input, jsonBody, requirePoint } from '#server/web/request-input.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { MAX_REPORT_TEXT, MAX_WITH_CHECK_INS } from '#shared/model/decisions.ts';
import type { Runner } from '#shared/model/runner.ts';
import { type DurationMs, MINUTE_MS, type EpochMs } from '#shared/model/time.ts';
import { STORED_OVERRIDES, parseOverride } from '#shared/model/typed-words.ts';
import {
  MAX_NON_STARTERS,
  type ReportBody,
  type DidNotStartReply,
} from '#shared/wire/control-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import { hasRight } from '#shared/wire/auth-api.ts';

import { oneRunner } from './runner-input.ts';

const reportBody = jsonBody(
  // Not part of the stored schema: no stored report may become unreadable.
  reportedSchema.refine(
    ({ kind, point }) => point === undefined || (kind !== 'checked-in' && kind !== 'withdrawn'),
  ),
  'Send reportId (a UUID), kind (withdrawn, seen, stopped, safe or note) and atMs; point, but not with withdrawn, saidBy and text where they are ' +
    `known, of one line and at most ${MAX_REPORT_TEXT} characters; reason and isSafe with stopped alone.`,
);

const oneReport: Input<{ readonly runnerId: RunnerId; readonly reportId: string }> = {
  schema: z.object({ runnerId: runnerIdSchema, reportId: z.uuid() }),
  sentence: 'There is no such report.',
};

const MAX_NON_STARTERS_BYTES = 512 * 1024;

const manyRunnersBody = jsonBody(
  z.object({
    runnerIds: distinct(runnerIdSchema, MAX_NON_STARTERS),
    isUndo: z.boolean().optional(),
  }),
  `Send runnerIds, 1 to ${MAX_NON_STARTERS} of them, each once, and isUndo to take it back.`,
  MAX_NON_STARTERS_BYTES,
);

/** The clock of a page may be ahead by this much. */
const MOST_AHEAD_MS: DurationMs = MINUTE_MS;

const DONE: SuccessReply = { result: 'Success' };

/** Reports on runners, non-starters, and check-ins (RULES.md RC). */
export function createReportRoutes({ store, race }: OrganiserParts): Route[] {
  return [
    route(
      'POST /apiadmin/:runnerId/reports',
      { who: 'reports:write', needsRace: true, params: oneRunner, body: reportBody },
      async ({ res, by, params: { runnerId }, body }) => {
        if (body.kind === 'checked-in') {
          throw new Refusal(400, 'POST /apiadmin/check-in checks runners in, one or many.');
        }
        const enteredMs = Date.now();
        if (body.atMs > enteredMs + MOST_AHEAD_MS) {
          throw new Refusal(
            400,
            'This time is in the future: check it, and report it when it happens.',
          );
        }
        if (body.point !== undefined) requirePoint(body.point, race.standings.courses);
        if (body.isTimed) {
          requireTimer(res);
          requireSighting(body, race);
        }
        const report = { ...body, runnerId, enteredMs, by };
        await reportRunner({ store, race }, report, by);
        res.json(DONE);
      },
    ),
    route(
      'POST /apiadmin/:runnerId/reports/:reportId/undo',
      { who: 'reports:write', needsRace: true, params: oneReport },
      async ({ res, by, params: { runnerId, reportId } }) => {
        const report = race.reports.of(runnerId).find((one) => one.reportId === reportId);
        if (report?.isTimed) requireTimer(res);
        await takeBackReport({ store, race }, runnerId, reportId, by);
        res.json(DONE);
      },
    ),
    ...Object.entries(CHANGES_OF_MANY).map(([name, decide]) =>
      route(
        `POST /apiadmin/${name}`,
        { who: 'runners:edit', needsRace: true, body: manyRunnersBody },
        async ({ res, by, body: { runnerIds, isUndo = false } }) => {
          const asked = { runnerIds: new Set(runnerIds), isUndo, by, nowMs: Date.now() };
          const { answer } = await changeRace({ store, race }, (now) => decide(now, asked));
          res.json(answer);
        },
      ),
    ),
  ];
}

/** A hand time counts like a read, so it needs the right to correct reads (RULES.md HT1). @throws {Refusal} */
function requireTimer(res: Response): void {
  if (hasRight(identityOf(res).role, 'results:edit')) return;
  throw new Refusal(
    403,
    'This is a time, which counts in the results. Ask someone who may correct reads to do it.',
  );
}

/** The author of a hand time is shown as the source of the read: it must be the marshal who sent it. @throws {Refusal} */
function requireSighting({ reportId, saidBy }: ReportBody, { missing }: LiveRace): void {
  const isTheirs = missing
    .listControl()
    .some(({ kind, subject, by }) => kind === 'sighting' && subject === reportId && by === saidBy);
  if (saidBy === undefined || isTheirs) return;
  throw new Refusal(409, 'No marshal of that name sent this time. Check it again.');
}

interface ManyRunners {
  readonly runnerIds: ReadonlySet<RunnerId>;
  readonly isUndo: boolean;
  readonly by: string;
  readonly nowMs: EpochMs;
}

/** Makes runners DNS in one change, or undoes that; skips runners with another override, seen, or deleted. */
function decideNonStarters(race: LiveRace, asked: ManyRunners): Decision<DidNotStartReply> {
  const { runnerIds, isUndo, by } = asked;
  const overrideTime = isUndo ? '' : STORED_OVERRIDES.dns;
  const runners = listEntries(race, runnerIds).flatMap((of) => {
    const mayChange = isUndo
      ? parseOverride(of.overrideTime)?.kind === 'dns'
      : of.overrideTime === '' && !race.isSeen(of);
    return mayChange ? [{ of, after: { ...of, overrideTime, rev: of.rev + 1 } }] : [];
  });
  const action = isUndo ? 'undo-did-not-start' : 'did-not-start';
  return decideMany(runnerIds, { runners, by, action });
}

/** Checks runners in in one change, or undoes that (RULES.md RC9); skips those without a difference. @throws {Refusal} */
export function decideCheckIn(race: LiveRace, asked: ManyRunners): Decision<DidNotStartReply> {
  const { runnerIds, isUndo, by, nowMs } = asked;
  const kind = 'checked-in' as const;
  const runners = listEntries(race, runnerIds).flatMap((of): OneOfMany[] => {
    const { runnerId } = of;
    const present = race.reports.of(runnerId).filter((report) => report.kind === kind);
    if (present.length > 0) return isUndo ? [{ of, gone: present }] : [];
    const report = { reportId: randomUUID(), runnerId, kind, atMs: nowMs, enteredMs: nowMs, by };
    return isUndo ? [] : [{ of, made: [report] }];
  });
  const { size } = race.reports.all;
  if (!isUndo && runners.length > 0 && size + runners.length > MAX_WITH_CHECK_INS) {
    throw new Refusal(
      409,
      `There are ${size} reports already, and the remaining room is for people on the course: take back some that are no longer needed.`,
    );
  }
  return decideMany(runnerIds, { runners, by, action: isUndo ? 'undo-check-in' : 'check-in' });
}

const CHANGES_OF_MANY = { 'did-not-start': decideNonStarters, 'check-in': decideCheckIn };

function listEntries(race: LiveRace, runnerIds: Iterable<RunnerId>): readonly Runner[] {
  return [...runnerIds].flatMap((runnerId) => race.findEntry(runnerId) ?? []);
}

/** Answers with the changed runners and the others. */
function decideMany(
  runnerIds: ReadonlySet<RunnerId>,
  change: ChangeOfMany,
): Decision<DidNotStartReply> {
  const changed = new Set(change.runners.map(({ of }) => of.runnerId));
  const left = [...runnerIds].filter((runnerId) => !changed.has(runnerId));
  const answer: DidNotStartReply = { result: 'Success', changed: [...changed], left };
  return { answer, plan: changed.size > 0 ? planMany(change) : undefined };
}
