import type { Request, Response } from 'express';
import { Router } from 'express';

import type { IdentityParts } from '#server/identity/create-identity.ts';
import type { OrganiserOutcome, OrganiserProblem } from '#server/identity/organiser-outcome.ts';
import type { Manager } from '#server/identity/organisers.ts';
import type { ErrorBody } from '#shared/wire/admin-api.ts';
import type { OrganiserEntry, OrganiserReply } from '#shared/wire/auth-api.ts';

import { readJson } from '#server/web/json-body.ts';
import { identityOf, requireRole } from '#server/web/require-role.ts';
import { parseAddOrganiserBody, parseRoleBody } from './session-bodies.ts';

const STATUS: Readonly<Record<OrganiserProblem, number>> = {
  'bad-email': 400,
  'bad-password': 400,
  'no-right': 403,
  elsewhere: 409,
  exists: 409,
  self: 409,
  unknown: 404,
};

/** An admin saw the password, so whoever it is for replaces it. */
const ONE_TIME = { mustChange: true } as const;

/** Managing the accounts: for admins alone. */
export function createAccountRoutes({
  provider,
  organisers,
}: Pick<IdentityParts, 'provider' | 'organisers'>): Router {
  const routes = Router();
  const admin = requireRole(provider, 'admin');

  routes.get('/organisers', admin, async (_req, res) => {
    res.json((await organisers.list()) satisfies OrganiserEntry[]);
  });

  routes.post('/organisers', admin, readJson, async (req, res) => {
    const { email, role } = parseAddOrganiserBody(req.body);
    sendOutcome(res, await organisers.add(email, role, ONE_TIME, managerOf(res)));
  });

  routes.post('/organisers/:email/reset', admin, async (req, res) => {
    sendOutcome(res, await organisers.reset(emailOf(req), ONE_TIME, managerOf(res)));
  });

  routes.post('/organisers/:email/disable', admin, async (req, res) => {
    sendOutcome(res, await organisers.disable(emailOf(req), managerOf(res)));
  });

  routes.post('/organisers/:email/enable', admin, async (req, res) => {
    sendOutcome(res, await organisers.enable(emailOf(req), managerOf(res)));
  });

  routes.post('/organisers/:email/role', admin, readJson, async (req, res) => {
    const { role } = parseRoleBody(req.body);
    sendOutcome(res, await organisers.setRole(emailOf(req), role, managerOf(res)));
  });

  return routes;
}

function managerOf(res: Response): Manager {
  return { name: identityOf(res).email, isHost: false };
}

function emailOf(req: Request): string {
  const { email } = req.params;
  return typeof email === 'string' ? email : '';
}

function sendOutcome(res: Response, outcome: OrganiserOutcome): void {
  if (outcome.ok) {
    res.json(outcome.value satisfies OrganiserReply);
    return;
  }
  res.status(STATUS[outcome.error.problem]);
  res.json({ error: outcome.error.message } satisfies ErrorBody);
}
