import type { IncomingMessage, RequestListener } from 'node:http';

import type { Router } from 'express';
import express from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';

import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

import { listSignInHosts } from './config/auth-settings.ts';
import { listHosts } from './web/client-address.ts';
import type { ServerConfig } from './config/config.ts';
import { answerUnknown, createErrorHandler } from './web/error-handler.ts';
import { refuseUnreadable, withReadableTarget } from './web/request-target.ts';
import type { Logger } from './observe/logger.ts';

/** Puts the routes together behind what every answer has in common; does not listen. */
export function createApp(
  config: ServerConfig,
  logger: Logger,
  routes: readonly Router[],
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  app.use(
    pinoHttp({
      logger,
      customLogLevel: (_req, res) => levelOf(res.statusCode),
      // Lines that say the same are told once and counted.
      customSuccessMessage: (req, res) => `${req.method} answered with ${res.statusCode}`,
      customErrorMessage: (req, res) => `${req.method} failed with ${res.statusCode}`,
      serializers,
    }),
  );
  if (config.trustProxy === 0) app.use(warnOfProxy(logger));
  app.use(securityHeaders(config));
  app.use((_req, res, next) => {
    // Nothing is kept of an answer that does not say otherwise.
    res.set({ [SERVER_TIME_HEADER]: String(Date.now()), 'Cache-Control': 'no-store' });
    next();
  });
  app.use(refuseUnreadable);
  for (const router of routes) app.use(router);
  app.use(answerUnknown);
  app.use(createErrorHandler(logger));
  return withReadableTarget(app);
}

/** Polling crowds would drown the log: only what went wrong stands out. */
function levelOf(statusCode: number): 'error' | 'warn' | 'debug' {
  // Not ready is a state, which /readyz tells to whoever asks.
  if (statusCode === 503) return 'debug';
  if (statusCode >= 500) return 'error';
  return statusCode >= 400 && statusCode !== 404 ? 'warn' : 'debug';
}

/** What of an address is worth a place in the log. */
const MAX_URL_LENGTH = 200;

const serializers = {
  req: ({ method, url = '' }: IncomingMessage) => ({
    method,
    url: url.length > MAX_URL_LENGTH ? `${url.slice(0, MAX_URL_LENGTH)}…` : url,
  }),
  res: (res: { statusCode: number }) => ({ statusCode: res.statusCode }),
};

/** Behind a proxy nobody told of, everybody has one address: a stranger's wrong passwords delay the organisers. */
function warnOfProxy(logger: Logger): express.RequestHandler {
  let isWarned = false;
  return (req, _res, next) => {
    if (!isWarned && req.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      logger.warn(
        'A request came through a proxy (X-Forwarded-For), but TRUST_PROXY is 0: all who come through it count as one address. Set TRUST_PROXY to the number of proxies in front.',
      );
    }
    next();
  };
}

/**
 * Helmet's defaults with two changes for a LAN without TLS: the page must not
 * be upgraded to https there (it would stay blank), and HSTS is sent only when
 * the public origin is https.
 */
function securityHeaders(config: ServerConfig): express.RequestHandler {
  const isTls = config.publicOrigin?.startsWith('https:') ?? false;
  return helmet({
    strictTransportSecurity: isTls,
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        connectSrc: [
          "'self'",
          (req) => listSocketSources(req, config).join(' '),
          ...listSignInHosts(config.auth),
        ],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameSrc: ["'none'"],
      },
    },
    // Results are embedded in clubs' pages; the organisers' screens say for themselves that they are not.
    frameguard: false,
  });
}

/** A host as it can stand in a policy; IPv6 cannot. */
const HOST_FORM = /^[\w.-]+(:\d+)?$/;

/** Where the page's socket connects to, for browsers that do not take `'self'` to cover websockets. */
function listSocketSources(
  request: IncomingMessage,
  { publicOrigin, trustProxy }: ServerConfig,
): string[] {
  const hosts = listHosts(request, trustProxy).filter((host) => HOST_FORM.test(host));
  const sources = hosts.flatMap((host) => [`ws://${host}`, `wss://${host}`]);
  const own = publicOrigin === undefined ? [] : [publicOrigin.replace(/^http/, 'ws')];
  return [...new Set([...sources, ...own])];
}
