import { identityOf, type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import * as z from 'zod';
import { createHash } from 'node:crypto';
import { presentChanges } from '#server/race/present-changes.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import {
  presentAdminRunner,
  presentListedRunner,
  presentOutcome,
  presentScans,
} from '#server/race/present-runner.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { Refusal } from '#server/system/refusal.ts';
import { anyJson, jsonBody } from '#server/web/request-input.ts';
import { OrganiserBodies } from '#server/web/hold-back.ts';
import { sendBody } from '#server/web/send-body.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import {
  type AdminBody,
  type AdminRunner,
  type HistoryEntry,
  type RunnerScansBody,
  type SaveRunnerReply,
  VERSION_HEADER,
} from '#shared/wire/runners-api.ts';
import { presentLastSeen, presentMissingDetails } from '#server/race/present-missing.ts';
import type { Runner } from '#shared/model/runner.ts';
import { compareText } from '#shared/scoring/order.ts';
import { listHeldBack, type Role } from '#shared/wire/auth-api.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';
import type { LoggedRunnerChange } from '#server/store/change-log.ts';
import { type SaveInput, parseSaveInput, oneRunner } from './runner-input.ts';
import { saveRunner } from './save-runner.ts';
import { undoRunner } from './undo-runner.ts';
import type { FieldError } from '#shared/model/outcome.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { describeFutureFinish } from '#shared/scoring/future-finish.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';

const undoBody = jsonBody(
  z.object({ version: z.int().optional() }),
  'Send version, a whole number from the history.',
);

/** Registration: runners, missing runners, and changes. */
export function createRegistrationRoutes({ store, race }: OrganiserParts): Route[] {
  const runners = new OrganiserBodies();
  const missing = new OrganiserBodies();
  const changes = new OrganiserBodies();
  return [
    route('GET /apiadmin', { who: 'race:see', needsRace: true }, ({ req, res }) => {
      const body = runners.get(identityOf(res).role, tagOf(race), () => renderAdminBody(race));
      return sendBody(req, res, body, 'private');
    }),
    route('GET /mia', { who: 'race:see', needsRace: true }, ({ req, res }) => {
      const body = missing.get(identityOf(res).role, tagOf(race), () => renderMissingBody(race));
      return sendBody(req, res, body, 'private');
    }),
    route(
      'POST /api',
      { who: 'runners:edit', needsRace: true, body: anyJson },
      async ({ res, by, body }) => {
        const reading = parseSaveInput(body, race.config);
        if (!reading.ok) {
          res.json({ result: 'Invalid', errors: reading.error } satisfies SaveRunnerReply);
          return;
        }
        refuseHeldBack(body, identityOf(res).role);
        const ahead = checkOverride(race, reading.value, Date.now());
        if (ahead) {
          res.json({ result: 'Invalid', errors: [ahead] } satisfies SaveRunnerReply);
          return;
        }
        const saved = await saveRunner({ store, race }, reading.value, by);
        if (saved.version !== undefined) res.setHeader(VERSION_HEADER, saved.version);
        res.json(saved.reply);
      },
    ),
    route('GET /apiadmin/changes', { who: 'changes:see' }, async ({ req, res }) => {
      const latest = await store.readLatestChanges();
      await waitForVersion(race, latest.version);
      const tag = `W/"${latest.epoch}-changes-${latest.changes[0]?.version ?? 0}-${race.edits}"`;
      const body = changes.get(identityOf(res).role, tag, () => presentChanges(latest, race));
      return sendBody(req, res, body, 'private');
    }),
    route(
      'GET /apiadmin/:runnerId/history',
      { who: 'race:see', params: oneRunner },
      async ({ res, params: { runnerId } }) => {
        const history = await store.readRunnerHistory(runnerId);
        res.json(history.map(presentHistoryEntry) satisfies HistoryEntry[]);
      },
    ),
    route(
      'GET /apiadmin/:runnerId/scans',
      { who: 'race:see', needsRace: true, params: oneRunner },
      ({ res, params: { runnerId } }) => {
        const scored = race.findScored(runnerId);
        res.json({
          ...race.head,
          status: scored?.score.status ?? null,
          scans: scored ? presentScans(scored) : [],
          outcome: scored ? presentOutcome(scored, race, Date.now()) : null,
        } satisfies RunnerScansBody);
      },
    ),
    route(
      'POST /apiadmin/:runnerId/undo',
      { who: 'results:edit', needsRace: true, params: oneRunner, body: undoBody },
      async ({ res, by, params: { runnerId }, body: { version } }) => {
        const saved = await undoRunner({ store, race }, runnerId, version, by);
        res.json(saved.reply);
      },
    ),
  ];
}

/** Fields hidden by the role must not be overwritten: the form shows them empty. */
function refuseHeldBack(body: unknown, role: Role): void {
  const { details } = body as { details?: object };
  const heldBack = listHeldBack(role).filter((name) => Object.hasOwn(details ?? {}, name));
  if (heldBack.length === 0) return;
  throw new Refusal(
    403,
    `Your role cannot see these fields: leave them out. ${heldBack.join(', ')}`,
  );
}

function presentHistoryEntry(change: LoggedRunnerChange): HistoryEntry {
  return {
    version: change.version,
    at: change.at,
    by: change.by,
    action: change.action,
    before: change.before ? presentAdminRunner(change.before) : null,
    after: change.after ? presentAdminRunner(change.after) : null,
    ...(change.reason !== undefined && { reason: change.reason }),
    ...(change.reports && { reports: change.reports }),
  };
}

function renderAdminBody(race: LiveRace): AdminBody {
  return { resultData: presentInOrder(race, race.listRunners()), ...race.head };
}

function renderMissingBody(race: LiveRace): MissingBody {
  const runners = [...race.missing.runnerIds].flatMap((id) => race.findRunner(id) ?? []);
  const resultData = presentInOrder(race, runners);
  return {
    resultData,
    ...race.head,
    ...presentMissingDetails(race),
    toCheck: race.toCheck,
    lastSeen: presentLastSeen(
      race.missing,
      resultData.map(({ runnerId }) => asRunnerId(runnerId)),
    ),
  };
}

/** By last name, ignoring case; the id makes the order the same on every instance. */
function presentInOrder({ reports }: LiveRace, runners: Iterable<Runner>): AdminRunner[] {
  const keyed = Array.from(runners, (runner) => ({
    row: presentListedRunner(runner, reports.of(runner.runnerId)),
    key: `${runner.lastName}\0${runner.firstName}\0`.toLowerCase() + runner.runnerId,
  }));
  return keyed.toSorted((a, b) => compareText(a.key, b.key)).map(({ row }) => row);
}

/** The ETag of both bodies. Notices change without a version, and differ between instances. */
function tagOf({ head, notices }: LiveRace): string {
  const suffix = notices.length === 0 ? '' : `-${hashOf(JSON.stringify(notices))}`;
  return `W/"${head.epoch}-${head.version}${suffix}"`;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 12);
}

/** Rejects an override that ends in the future (RULES.md OV8), unless it is unchanged. */
export function checkOverride(
  race: Pick<LiveRace, 'config' | 'findScored'>,
  input: SaveInput,
  nowMs: EpochMs,
): FieldError | undefined {
  if (input.kind === 'delete') return undefined;
  const { overrideTime, event } = input.fields;
  const { wave, ownStart } = input.options.details;
  const scored = input.kind === 'edit' ? race.findScored(input.runnerId) : undefined;
  const current = scored?.runner;
  if (current?.overrideTime === overrideTime && current.event === event) return undefined;
  const isStartKept = current?.event === event && wave === undefined && ownStart === undefined;
  const ownMs = isStartKept ? scored?.score.startMs : undefined;
  const entry = { ...current, ...input.fields, ...input.options.details };
  const startMs = ownMs ?? scoringRulesOf(race.config).gunOf(entry);
  const wrong = describeFutureFinish(overrideTime, {
    startMs,
    nowMs,
    timeZone: race.config.timeZone,
  });
  if (wrong === undefined) return undefined;
  return {
    field: 'overrideTime',
    message: `With the override time ${quoteGiven(overrideTime)} the runner ${wrong}: check hours and minutes.`,
  };
}
