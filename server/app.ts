import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type Router } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';
import { listSignInHosts } from './config/auth-settings.ts';
import type { ServerConfig } from './config/config.ts';
import { groupNetwork } from './identity/address-groups.ts';
import type { Logger } from './observe/logger.ts';
import { answerUnknown, createErrorHandler } from './web/answer-failure.ts';
import { findCaller } from './web/request-input.ts';
import { answerPrepared, type PreparedAnswer } from './web/send-body.ts';
import { keepSite } from './web/session-cookie.ts';

export interface AppParts {
  readonly routes: readonly Router[];
  /** Prepared answers, served without the routes. */
  readonly prepared?: readonly PreparedAnswer[];
  /** The only script that a document may contain. */
  readonly script?: string | undefined;
}

/** Composes the routes with the middleware of all answers; does not listen. */
export function createApp(
  config: ServerConfig,
  logger: Logger,
  { routes, prepared = [], script }: AppParts,
): RequestListener {
  const log = createRequestLog(logger);
  const warnOfProxy = createProxyWarning(config, logger);
  const setCommonHeaders = createCommonHeaders(config, script);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  keepSite(app, config);
  app.set('query parser', 'simple');
  app.use(log);
  app.use((req, res, next) => {
    warnOfProxy(req);
    setCommonHeaders(res);
    res.setHeader(SERVER_TIME_HEADER, String(Date.now()));
    // The default, which routes may replace.
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  for (const router of routes) app.use(router);
  app.use(answerUnknown);
  app.use(createErrorHandler(logger));
  return answerPrepared(prepared, {
    begin: (request, response) => {
      // A prepared answer cannot fail, and is only logged at this level.
      if (logger.isLevelEnabled('debug')) log(request, response);
      warnOfProxy(request);
      setCommonHeaders(response);
    },
    routes: withReadableTarget(app),
  });
}

function createRequestLog(logger: Logger) {
  return pinoHttp({
    logger,
    customLogLevel: (_req, res) => levelOf(res.statusCode),
    // Equal lines are logged once and counted.
    customSuccessMessage: (req, res) => `${req.method} answered with ${res.statusCode}`,
    customErrorMessage: (req, res) => `${req.method} failed with ${res.statusCode}`,
    customSuccessObject: describeRequest,
    customErrorObject: (req, res, _error, line: object) => describeRequest(req, res, line),
    serializers,
  });
}

/** Adds caller and network to the log line of a request that failed. */
function describeRequest(req: IncomingMessage, res: ServerResponse, line: object): object {
  if (res.statusCode < 400) return line;
  const { ip = '' } = req as { ip?: string };
  return { ...line, by: findCaller(res), from: groupNetwork(ip) };
}

/** Only failures are logged, since polling crowds would fill the log. */
function levelOf(statusCode: number): 'error' | 'warn' | 'debug' {
  // Not ready, which /readyz reports.
  if (statusCode === 503) return 'debug';
  if (statusCode >= 500) return 'error';
  return statusCode >= 400 && statusCode !== 404 ? 'warn' : 'debug';
}

/** Longer addresses are cut in the log. */
const MAX_URL_LENGTH = 200;

const serializers = {
  req: ({ method, url = '' }: IncomingMessage) => ({
    method,
    url: url.length > MAX_URL_LENGTH ? `${url.slice(0, MAX_URL_LENGTH)}…` : url,
  }),
  res: (res: { statusCode: number }) => ({ statusCode: res.statusCode }),
};

/** Warns once of a proxy that is not configured: all its clients share one address, and thus the limits of sign-in. */
function createProxyWarning({ trustProxy }: ServerConfig, logger: Logger) {
  let isWarned = trustProxy > 0;
  return ({ headers }: IncomingMessage): void => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    logger.warn(
      'A request came through a proxy (X-Forwarded-For), but TRUST_PROXY is 0: all who come through it count as one address. Set TRUST_PROXY to the number of proxies in front.',
    );
  };
}

/** A path without blanks and fragments, which Express would parse as a whole URL. */
const PATH_FORM = /^\/[^\s#]*$/;

/**
 * Express would answer a target that is no path itself, without the common headers: here it is an unknown path. A whole
 * URL, as sent to a proxy, is reduced to its path.
 */
function withReadableTarget(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '' } = request;
    if (!PATH_FORM.test(url)) request.url = findPath(url);
    answer(request, response);
  };
}

function findPath(target: string): string {
  const { pathname, search } = new URL(URL.canParse(target) ? target : 'http://any/unreadable');
  return pathname.startsWith('/') ? pathname + search : '/unreadable';
}

/** Sets the security headers of every answer. `script` is the only script allowed in a document. */
function createCommonHeaders(
  config: ServerConfig,
  script?: string,
): (response: ServerResponse) => void {
  const lines: [name: string, value: string][] = [];
  // Recorded once: calling helmet for each answer would raise the cost of a 304 by half.
  const recorder = {
    setHeader: (name: string, value: string) => lines.push([name, value]),
    removeHeader: () => undefined,
  };
  const request = {} as IncomingMessage;
  createSecure(config, script)(request, recorder as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return (response) => {
    for (const [name, value] of lines) response.setHeader(name, value);
  };
}

/**
 * Helmet's defaults with two changes for a LAN without TLS: no upgrade to https, which would leave the page blank, and
 * HSTS only if the public origin is https.
 */
function createSecure(config: ServerConfig, script: string | undefined): ReturnType<typeof helmet> {
  const isTls = config.publicOrigin?.startsWith('https:') ?? false;
  return helmet({
    strictTransportSecurity: isTls,
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(script === undefined ? [] : [hashOf(script)])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        connectSrc: [
          "'self'",
          // Before Safari 16 'self' does not cover websockets: without a public origin the page polls there.
          ...(config.publicOrigin === undefined
            ? []
            : [config.publicOrigin.replace(/^http/, 'ws')]),
          ...listSignInHosts(config.auth),
        ],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameSrc: ["'none'"],
      },
    },
    // Clubs embed results in their pages; the organisers' screens forbid it themselves.
    frameguard: false,
  });
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
