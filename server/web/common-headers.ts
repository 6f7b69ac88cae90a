import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import helmet from 'helmet';

import { listSignInHosts } from '#server/config/auth-settings.ts';
import type { ServerConfig } from '#server/config/config.ts';

/**
 * Sets the headers of every answer, which tell a browser how to protect the page. `script` is the only one that a
 * document may contain.
 */
export function createCommonHeaders(
  config: ServerConfig,
  script?: string,
): (response: ServerResponse) => void {
  const lines: [name: string, value: string][] = [];
  // They are the same for everybody, so helmet is asked once: asking it for each 304 costs half as much again.
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
 * Helmet's defaults with two changes for a LAN without TLS: the page must not be upgraded to https there (it would stay
 * blank), and HSTS is sent only when the public origin is https.
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
          // Before Safari 16 the page's own socket is not 'self': without a public origin it polls there.
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
    // Results are embedded in clubs' pages; the organisers' screens forbid it themselves.
    frameguard: false,
  });
}

/** The hash of a script in a policy. */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
