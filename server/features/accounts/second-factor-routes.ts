import * as z from 'zod';

import { createSecret, isSecret, presentSecretUri } from '#server/identity/authenticator-codes.ts';
import type { LocalAccounts } from '#server/identity/local-accounts.ts';
import { NOT_SIGNED_IN } from '#server/identity/identity.ts';
import { proveCaller, renewSession } from '#server/web/prove-caller.ts';
import { jsonBody, shortText } from '#server/web/request-input.ts';
import { type Route, route, sendRefusal } from '#server/web/routes.ts';
import type {
  RenewedSession,
  SecondFactorReply,
  SecondFactorSecret,
} from '#shared/wire/auth-api.ts';
import {
  getLocal,
  sendError,
  sendFieldError,
  sendWait,
  WRONG_CODE,
} from '#server/web/account-answers.ts';

const onBody = jsonBody(
  z.strictObject({ password: shortText, secret: z.string().refine(isSecret), code: shortText }),
  'Send the present password, the secret and a code of it, as password, secret and code.',
);
const offBody = jsonBody(
  z.strictObject({ password: shortText, code: shortText }),
  'Send the present password and a code, as password and code.',
);

/** The calls by which organisers turn the code of an authenticator app at their own sign-in on and off. */
export function createSecondFactorRoutes(accounts: LocalAccounts | undefined): Route[] {
  const who = 'race:see';
  return [
    route({
      method: 'POST',
      path: '/auth/second-factor/secret',
      who,
      answer: ({ res, by }) => {
        getLocal(accounts);
        const secret = createSecret();
        const uri = presentSecretUri(secret, by);
        res.json({ secret, uri } satisfies SecondFactorSecret);
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor',
      who,
      body: onBody,
      answer: async ({ req, res, body: { password, secret, code } }) => {
        const local = getLocal(accounts);
        const caller = await proveCaller(local, req, res, password);
        if (!caller) return;
        const outcome = await local.secondFactors.enrol(caller.owner, secret, code);
        switch (outcome.kind) {
          case 'enrolled': {
            const { recoveryCodes } = outcome;
            const renewed = await renewSession(local, req, caller, outcome.organiser);
            if (renewed) res.json({ recoveryCodes, ...renewed } satisfies SecondFactorReply);
            else sendRefusal(res, NOT_SIGNED_IN);
            break;
          }
          case 'wrong-code':
            sendFieldError(res, 'code', WRONG_CODE);
            break;
          case 'already':
            sendError(res, 409, {
              error: 'This account asks for codes already. Switch that off first.',
            });
            break;
          case 'signed-out':
            sendRefusal(res, NOT_SIGNED_IN);
            break;
          default:
            outcome satisfies never;
        }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor/off',
      who,
      body: offBody,
      answer: async ({ req, res, body: { password, code } }) => {
        const local = getLocal(accounts);
        const caller = await proveCaller(local, req, res, password);
        if (!caller) return;
        const outcome = await local.secondFactors.pass(caller.owner, code);
        switch (outcome.kind) {
          case 'passed': {
            const organiser = await local.secondFactors.remove(outcome.organiser);
            const renewed = organiser && (await renewSession(local, req, caller, organiser));
            if (renewed) res.json(renewed satisfies RenewedSession);
            else sendRefusal(res, NOT_SIGNED_IN);
            break;
          }
          case 'needs-code':
            sendFieldError(res, 'code', 'Enter a code of your authenticator app.');
            break;
          case 'wrong-code':
            sendFieldError(res, 'code', WRONG_CODE);
            break;
          case 'wait':
            sendWait(res, outcome.waitMs);
            break;
          default:
            outcome satisfies never;
        }
      },
    }),
  ];
}
