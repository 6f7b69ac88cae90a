import type { RequestHandler, Response } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import { findPass, identifyPass, type MarshalPass } from '#server/race/marshal-pass.ts';
import { nameMarshal } from '#shared/model/decisions.ts';

import { AddressBudget } from './budget.ts';
import { noteCaller } from './request-input.ts';
import { Refusal } from '#server/system/refusal.ts';

/** Calls with one pass: many at once, for example after hours without a network, then a rate per second. */
const CALLS = { atOnce: 40, perSecond: 2 };

/** 32 bytes as base64url. */
const BEARER = /^Bearer ([\w-]{43})$/i;

/** Admits a request whose bearer is a marshal's pass that has not ended (RULES.md MA1). */
export function requirePass(race: LiveRace): RequestHandler {
  const budget = new AddressBudget(CALLS);
  return (req, res, next) => {
    const [, bearer] = BEARER.exec(req.get('authorization') ?? '') ?? [];
    const pass = bearer === undefined ? undefined : findPass(race, identifyPass(bearer));
    if (!pass) throw refuseUnknown();
    noteCaller(res, nameMarshal(pass));
    if (pass.untilMs <= Date.now()) throw refuseUnknown();
    if (!budget.spend(`pass ${pass.passId}`)) {
      throw new Refusal(429, 'Too many calls at once. Try again in a moment.', {}, 2);
    }
    (res.locals as { pass?: MarshalPass }).pass = pass;
    next();
  };
}

/** One answer for an unknown pass and for one that has ended. */
export function refuseUnknown(): Refusal {
  return new Refusal(
    401,
    'This pass is unknown here or has ended. Ask race control for a new one: what this phone has stored is sent with it.',
  );
}

/** The pass of a request that {@link requirePass} admitted. */
export function passOf(res: Response): MarshalPass {
  const { pass } = res.locals as { pass?: MarshalPass };
  if (!pass) throw new Error('This route is not behind requirePass.');
  return pass;
}
