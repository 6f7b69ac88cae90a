import * as z from 'zod';

import { createSecret, isSecret, presentSecretUri } from '#server/identity/second-factors.ts';
import type { LocalAccounts } from '#server/identity/local-accounts.ts';
import type { StoredSession } from '#server/store/session-records.ts';
import { getLocal, proveCaller, renewSession } from '#server/web/prove-caller.ts';
import { jsonBody, shortText } from '#server/web/request-input.ts';
import { refuseToken, type Route, route } from '#server/web/routes.ts';
import { findCallToken } from '#server/web/session-cookie.ts';
import type {
  OwnSession,
  RenewedSession,
  SecondFactorReply,
  SecondFactorSecret,
} from '#shared/wire/auth-api.ts';

const endBody = jsonBody(
  z.strictObject({ password: shortText, id: shortText.optional() }),
  'Send the current password and, to end one session alone, its id, as password and id.',
);

export function createOwnSessionRoutes(accounts: LocalAccounts | undefined): Route[] {
  const who = 'race:see';
  return [
    route('GET /auth/sessions', { who }, async ({ req, res }) => {
      const { sessions } = getLocal(accounts);
      const open = await sessions.find(findCallToken(req) ?? '');
      if (!open) throw refuseToken();
      const { organiser, session } = open;
      const all = await sessions.list(organiser.record);
      const shown = all.map((one) => presentOwn(one, one.sessionId === session.sessionId));
      res.json(shown satisfies OwnSession[]);
    }),
    route(
      'POST /auth/sessions/end',
      { who, body: endBody },
      async ({ req, res, body: { password, id } }) => {
        const local = getLocal(accounts);
        const caller = await proveCaller(local, req, password);
        const { sessionId } = caller.open.session;
        const { organiser } = caller.owner;
        const all = await local.sessions.list(organiser.record);
        // An unknown id is no error: the session has already ended.
        const ended = all.filter(
          (one) => one.sessionId !== sessionId && (id === undefined || nameSession(one) === id),
        );
        const renewed = await renewSession(local, req, caller, organiser, ended);
        res.json(renewed satisfies RenewedSession);
      },
    ),
  ];
}

/** A prefix long enough to be unique. */
function nameSession({ sessionId }: StoredSession): string {
  return sessionId.slice(0, 16);
}

function presentOwn(session: StoredSession, isThis: boolean): OwnSession {
  const { browser, address, createdMs, usedMs } = session.record;
  const id = nameSession(session);
  const shown = { id, browser, address, signedInAt: createdMs, usedAt: usedMs };
  return isThis ? { ...shown, isThis } : shown;
}

const onBody = jsonBody(
  z.strictObject({ password: shortText, secret: z.string().refine(isSecret), code: shortText }),
  'Send the current password, the secret and a code of it, as password, secret and code.',
);
const offBody = jsonBody(
  z.strictObject({ password: shortText, code: shortText }),
  'Send the current password and a code, as password and code.',
);

/** Calls to turn the organiser's own second factor on and off. */
export function createSecondFactorRoutes(accounts: LocalAccounts | undefined): Route[] {
  const who = 'race:see';
  return [
    route('POST /auth/second-factor/secret', { who }, ({ res, by }) => {
      getLocal(accounts);
      const secret = createSecret();
      const uri = presentSecretUri(secret, by);
      res.json({ secret, uri } satisfies SecondFactorSecret);
    }),
    route(
      'POST /auth/second-factor',
      { who, body: onBody },
      async ({ req, res, body: { password, secret, code } }) => {
        const local = getLocal(accounts);
        const caller = await proveCaller(local, req, password);
        const enrolled = await local.secondFactors.enrol(caller.owner, secret, code);
        const { recoveryCodes, organiser } = enrolled;
        const renewed = await renewSession(local, req, caller, organiser);
        res.json({ recoveryCodes, ...renewed } satisfies SecondFactorReply);
      },
    ),
    route(
      'POST /auth/second-factor/off',
      { who, body: offBody },
      async ({ req, res, body: { password, code } }) => {
        const local = getLocal(accounts);
        const caller = await proveCaller(local, req, password);
        const passed = await local.secondFactors.pass(caller.owner, code);
        const organiser = await local.secondFactors.remove(passed);
        const renewed = await renewSession(local, req, caller, organiser);
        res.json(renewed satisfies RenewedSession);
      },
    ),
  ];
}
