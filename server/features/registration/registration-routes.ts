import { Router } from 'express';

import { parseSaveInput } from './runner-input.ts';
import { saveRunner } from './save-runner.ts';
import { undoRunner } from './undo-runner.ts';
import { presentHistoryEntry } from '#server/race/present-history.ts';
import { presentScans } from '#server/race/present-scans.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { HistoryEntry, RunnerScansBody, SaveRunnerReply } from '#shared/wire/admin-api.ts';
import { VERSION_HEADER } from '#shared/wire/admin-api.ts';

import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import { renderAdminBody, renderMissingBody, tagOf } from './admin-bodies.ts';
import { readJson } from '#server/web/json-body.ts';
import { Refusal } from '#server/web/refusal.ts';
import { requireLoaded } from '#server/web/require-loaded.ts';
import { identityOf, requireRole } from '#server/web/require-role.ts';
import { BodyCache, sendBody } from '#server/web/cached-body.ts';
import { presentChanges } from '#server/race/present-changes.ts';

/** What the registration table works with: the runners, who is missing, and each change. */
export function createRegistrationRoutes({ provider, store, race }: OrganiserParts): Router {
  const routes = Router();
  const anyOrganiser = requireRole(provider, 'registration');
  const admin = requireRole(provider, 'admin');
  const loaded = requireLoaded(race);
  const runners = new BodyCache();
  const missing = new BodyCache();
  const changes = new BodyCache();

  routes.get('/apiadmin', anyOrganiser, loaded, (req, res) => {
    const body = runners.get(tagOf(race), () => renderAdminBody(race));
    return sendBody(req, res, body, 'private');
  });

  routes.get('/mia', anyOrganiser, loaded, (req, res) => {
    const body = missing.get(tagOf(race), () => renderMissingBody(race));
    return sendBody(req, res, body, 'private');
  });

  routes.post('/api', anyOrganiser, readJson, async (req, res) => {
    const reading = parseSaveInput(req.body);
    if (!reading.ok) {
      res.json({ result: 'Invalid', errors: reading.error } satisfies SaveRunnerReply);
      return;
    }
    const saved = await saveRunner(store.runners, reading.value, identityOf(res).email);
    await waitForVersion(race, saved.version);
    if (saved.version !== undefined) res.setHeader(VERSION_HEADER, saved.version);
    res.json(saved.reply);
  });

  routes.get('/apiadmin/changes', admin, async (req, res) => {
    const latest = await store.readLatestChanges();
    const tag = `W/"${latest.epoch}-changes-${latest.changes[0]?.version ?? 0}"`;
    const body = changes.get(tag, () => presentChanges(latest));
    return sendBody(req, res, body, 'private');
  });

  routes.get('/apiadmin/:runnerId/history', anyOrganiser, async (req, res) => {
    const changes = await store.readRunnerHistory(getRunnerId(req.params.runnerId));
    res.json(changes.map(presentHistoryEntry) satisfies HistoryEntry[]);
  });

  routes.get('/apiadmin/:runnerId/scans', anyOrganiser, loaded, (req, res) => {
    const scored = race.findScored(getRunnerId(req.params['runnerId']));
    res.json({
      ...race.head,
      status: scored?.score.status ?? null,
      scans: scored ? presentScans(scored) : [],
    } satisfies RunnerScansBody);
  });

  routes.post('/apiadmin/:runnerId/undo', admin, readJson, async (req, res) => {
    const runnerId = getRunnerId(req.params['runnerId']);
    const saved = await undoRunner(store, runnerId, getVersion(req.body), identityOf(res).email);
    await waitForVersion(race, saved.version);
    res.json(saved.reply);
  });

  return routes;
}

function getRunnerId(text: unknown): RunnerId {
  if (typeof text === 'string' && /^[\w-]{1,64}$/.test(text)) return asRunnerId(text);
  throw new Refusal(404, 'There is no such runner.');
}

function getVersion(body: unknown): number | undefined {
  const { version } = (body ?? {}) as { version?: unknown };
  if (version === undefined) return undefined;
  if (typeof version === 'number' && Number.isSafeInteger(version)) return version;
  throw new Refusal(400, 'The version must be the whole number that came with the history.');
}
