import * as z from 'zod';
import type { Response } from 'express';
import type { IdentityParts } from '#server/identity/create-identity.ts';
import { type Input, jsonBody, shortText } from '#server/web/request-input.ts';
import { type Route, route } from '#server/web/routes.ts';
import { type OrganiserEntry, type OrganiserReply, ROLES } from '#shared/wire/auth-api.ts';

/** The admin has seen the password, so the owner must replace it. */
const ONE_TIME = { mustChange: true } as const;

const addBody = jsonBody(
  z.strictObject({ email: shortText, role: z.enum(ROLES) }),
  `Send an e-mail address and a role, as email and role: ${ROLES.join(' or ')}.`,
);
const roleBody = jsonBody(
  z.strictObject({ role: z.enum(ROLES) }),
  `Send the role: ${ROLES.join(' or ')}.`,
);
const account: Input<{ readonly email: string }> = {
  schema: z.object({ email: z.string() }),
  sentence: 'There is no such account.',
};

export function createAccountRoutes({ organisers }: Pick<IdentityParts, 'organisers'>): Route[] {
  const who = 'accounts:manage';
  return [
    route('GET /organisers', { who }, async ({ res }) => {
      res.json((await organisers.list()) satisfies OrganiserEntry[]);
    }),
    route('POST /organisers', { who, body: addBody }, async ({ res, by, body }) =>
      send(res, await organisers.add(body.email, body.role, ONE_TIME, by)),
    ),
    onAccount('reset', (email, by) => organisers.reset(email, ONE_TIME, by)),
    onAccount('disable', (email, by) => organisers.disable(email, by)),
    onAccount('enable', (email, by) => organisers.enable(email, by)),
    route(
      'POST /organisers/:email/role',
      { who, params: account, body: roleBody },
      async ({ res, by, params, body }) =>
        send(res, await organisers.setRole(params.email, body.role, by)),
    ),
  ];
}

function onAccount(
  action: string,
  change: (email: string, by: string) => Promise<OrganiserReply>,
): Route {
  return route(
    `POST /organisers/:email/${action}`,
    { who: 'accounts:manage', params: account },
    async ({ res, by, params }) => send(res, await change(params.email, by)),
  );
}

function send(res: Response, reply: OrganiserReply): void {
  res.json(reply);
}
