import type { IncomingMessage, RequestListener } from 'node:http';

import type { Router } from 'express';
import express from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';

import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

import { listSignInHosts } from './auth-settings.ts';
import type { ServerConfig } from './config.ts';
import { answerUnknown, createErrorHandler } from './http/error-handler.ts';
import { refuseUnreadable, withReadableTarget } from './http/request-target.ts';
import type { Logger } from './logger.ts';

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
    pinoHttp({ logger, customLogLevel: (_req, res) => levelOf(res.statusCode), serializers }),
  );
  app.use(securityHeaders(config));
  app.use((_req, res, next) => {
    res.set(SERVER_TIME_HEADER, String(Date.now()));
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

const serializers = {
  req: (req: IncomingMessage) => ({ method: req.method, url: req.url }),
  res: (res: { statusCode: number }) => ({ statusCode: res.statusCode }),
};

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
        connectSrc: ["'self'", 'ws:', 'wss:', ...listSignInHosts(config.auth)],
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
