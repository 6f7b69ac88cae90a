import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';

import {
  type CheckOptions,
  type Identity,
  type IdentityProvider,
  NOT_SIGNED_IN,
  type TokenCheck,
  type TokenRefusal,
} from '#server/identity/identity.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { nameMarshal } from '#shared/model/decisions.ts';
import { hasRight, type Right, USE_HEADER } from '#shared/wire/auth-api.ts';

import type { CachedBody } from './cached-body.ts';
import { Refusal } from '#server/system/refusal.ts';
import { answerInText } from './answer-failure.ts';
import { holdBack } from './hold-back.ts';
import { checkInput, type Input, noteCaller, type RequestBody } from './request-input.ts';
import { passOf, requirePass } from './require-pass.ts';
import { type CachePolicy, type PreparedAnswer, sendBody } from './send-body.ts';
import { findCallToken } from './session-cookie.ts';

/** Reveals neither the roles with the right nor what they see. */
const NO_RIGHT =
  'Your role does not allow this. Someone who manages the accounts can give you another.';

/**
 * Admits a request whose token belongs to an organiser with the right. Each request is verified again, so a disabled
 * account is locked out at once. Withheld fields are left out of the answer.
 */
function requireRight(provider: IdentityProvider, right: Right): RequestHandler {
  return async (req, res, next) => {
    const check = await checkToken(provider, findCallToken(req), {
      isUse: req.get(USE_HEADER) !== 'no',
    });
    noteCaller(res, 'identity' in check ? check.identity.email : check.by);
    if ('refusal' in check) throw refuseToken(check.refusal);
    if (!hasRight(check.identity.role, right)) throw new Refusal(403, NO_RIGHT);
    (res.locals as { identity?: Identity }).identity = check.identity;
    const json = res.json.bind(res);
    res.json = (body) => json(holdBack(body, check.identity.role));
    next();
  };
}

/** The organiser of a call's token, or why it is refused; throws a {@link Refusal} while that cannot be checked. */
export async function checkToken(
  provider: IdentityProvider,
  token: string | undefined,
  options?: CheckOptions,
): Promise<TokenCheck> {
  if (!token) return { refusal: NOT_SIGNED_IN };
  try {
    return await provider.check(token, options);
  } catch (error) {
    const refusal = new Refusal(
      503,
      'We cannot check right now whether you are signed in. Try again in a moment.',
    );
    refusal.cause = error;
    throw refusal;
  }
}

/** The refusal of a call with an unknown or missing token. */
export function refuseToken({ status, error, ...more }: TokenRefusal = NOT_SIGNED_IN): Refusal {
  return new Refusal(status, error, more);
}

/** The sender of a request that {@link requireRight} admitted. */
export function identityOf(res: Response): Identity {
  const { identity } = res.locals as { identity?: Identity };
  if (!identity) throw new Error('This route is not behind requireRight.');
  return identity;
}

/** Refuses requests until the record has been read once. */
function requireLoaded(race: LiveRace): RequestHandler {
  return (_req, _res, next) => {
    if (race.isLoaded) next();
    else throw new Refusal(503, 'The race is not loaded yet. Try again in a moment.', {}, 1);
  };
}

/** Who may make a call: everyone, a marshal with a pass, or organisers with this right. */
type Caller = 'everyone' | 'marshal' | Right;

/** One call, with its body parsed. */
interface Call<Params, Body> {
  readonly req: Request;
  readonly res: Response;
  readonly params: Params;
  readonly body: Body;
  /** The organiser's e-mail address, or a marshal as the record names them; empty where everyone may call. */
  readonly by: string;
  /** Passes the call on to the next route. */
  readonly pass: NextFunction;
}

type Method = 'GET' | 'POST' | 'PUT';

interface RouteOptions<Params, Body> {
  readonly who: Caller;
  /** Answers 503 until the record has been read once. */
  readonly needsRace?: boolean;
  /** The form of errors, except about callers and a race that is not loaded. */
  readonly errors?: 'json' | 'text';
  /** The parts of the address; an invalid one is 404. */
  readonly params?: Input<Params>;
  /** Without it no body is read. */
  readonly body?: RequestBody<Body>;
}

/** A call that {@link mountRoutes} serves. Only {@link route} makes one, so each names its callers. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly who: Caller;
  /** The body, in the words of PROTOCOL.md; empty for none. */
  readonly takes: string;
  /** Of its JSON; undefined where the call checks it field by field. */
  readonly schema: RequestBody<unknown>['schema'];
  readonly handlers: (parts: RouteParts) => RequestHandler[];
  /** For a call that is answered without handlers once its body is ready. */
  readonly prepare?: (parts: RouteParts) => PreparedAnswer;
}

/** Used to check calls before they are answered. */
interface RouteParts {
  readonly provider: IdentityProvider;
  readonly race: LiveRace;
}

/**
 * Declares a call, such as `GET /setup`, which a test compares with the table of calls in PROTOCOL.md.
 * A request is checked in this order: the caller, the race, the body, the address.
 */
export function route<Params = undefined, Body = undefined>(
  methodAndPath: `${Method} /${string}`,
  { who, needsRace, errors, params, body }: RouteOptions<Params, Body>,
  answer: (call: Call<Params, Body>) => void | Promise<void>,
): Route {
  const [method, path] = methodAndPath.split(' ') as [Method, string];
  const answerCall: RequestHandler = async (req, res, pass) => {
    await answer({
      req,
      res,
      params: (params ? checkInput(params, req.params, 404) : undefined) as Params,
      body: (body ? body.take(req) : undefined) as Body,
      by: nameCaller(who, res),
      pass,
    });
  };
  return {
    method,
    path,
    who,
    takes: body?.takes ?? '',
    schema: body?.schema,
    handlers: ({ provider, race }) => [
      ...checkCaller(who, provider, race),
      ...(needsRace ? [requireLoaded(race)] : []),
      ...(errors === 'text' ? [answerInText] : []),
      ...(body ? [readBody(body.read, who, provider)] : []),
      answerCall,
    ],
  };
}

function checkCaller(who: Caller, provider: IdentityProvider, race: LiveRace): RequestHandler[] {
  if (who === 'everyone') return [];
  // The passes are part of the race.
  return who === 'marshal'
    ? [requireLoaded(race), requirePass(race)]
    : [requireRight(provider, who)];
}

/** A body may take long to arrive: an organiser who sends one is checked again after it (ACCOUNTS.md AC5). */
function readBody(read: RequestHandler, who: Caller, provider: IdentityProvider): RequestHandler {
  if (who === 'everyone' || who === 'marshal') return read;
  const check = requireRight(provider, who);
  return async (req, res, next) => {
    const isToCome = !req.complete;
    await new Promise<void>((resolve, reject) => {
      void read(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    return isToCome ? check(req, res, next) : next();
  };
}

function nameCaller(who: Caller, res: Response): string {
  if (who === 'everyone') return '';
  return who === 'marshal' ? nameMarshal(passOf(res)) : identityOf(res).email;
}

/** Declares a call that gives everyone the same body of the race, as soon as it is loaded. */
export function bodyRoute(
  path: `/${string}`,
  policy: CachePolicy,
  getBody: () => CachedBody,
): Route {
  return {
    ...route(`GET ${path}`, { who: 'everyone', needsRace: true }, ({ req, res }) =>
      sendBody(req, res, getBody(), policy),
    ),
    prepare: ({ race }) => ({
      path,
      policy,
      getBody: () => (race.isLoaded ? getBody() : undefined),
    }),
  };
}

/** The answers given without the routes; a call takes precedence over a file of the same address. */
export function prepareAnswers(
  routes: readonly Route[],
  files: readonly PreparedAnswer[],
  parts: RouteParts,
): PreparedAnswer[] {
  const called = new Set(routes.map(({ path }) => path));
  return [
    ...routes.flatMap(({ prepare }) => prepare?.(parts) ?? []),
    ...files.filter(({ path }) => !called.has(path)),
  ];
}

/** Serves the calls of all features; several of one address in their order. */
export function mountRoutes(routes: readonly Route[], parts: RouteParts): Router {
  const router = Router();
  for (const { method, path, handlers } of routes) {
    const mounted = router.route(path);
    if (method === 'GET') mounted.get(...handlers(parts));
    else if (method === 'POST') mounted.post(...handlers(parts));
    else mounted.put(...handlers(parts));
  }
  return router;
}

export interface OrganiserParts {
  readonly store: RaceStore;
  /** The race as this instance shows it; it also signals when a change has arrived. */
  readonly race: LiveRace;
}
