import { createHash } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';

import helmet from 'helmet';
import { LRUCache } from 'lru-cache';

import { listSignInHosts } from '#server/config/auth-settings.ts';
import type { ServerConfig } from '#server/config/config.ts';

import { listHosts } from './client-address.ts';
import type { HeaderLines } from './send-body.ts';

/** Strangers can name any host: this many are cached. */
const MAX_HOSTS = 64;
/** No host name with its port is longer; behind proxies there are two. */
const MAX_HOSTS_LENGTH = 2 * 260;

type Secure = ReturnType<typeof helmet>;

/** The headers of every answer, which tell a browser how to protect the page; made once for each requested host. */
export class CommonHeaders {
  readonly #config: ServerConfig;
  readonly #secure: Secure;
  readonly #byHosts = new LRUCache<string, HeaderLines>({ max: MAX_HOSTS });

  /** `script` is the only one that a document may contain. */
  constructor(config: ServerConfig, script?: string) {
    this.#config = config;
    this.#secure = createSecure(config, script);
  }

  get size(): number {
    return this.#byHosts.size;
  }

  list(request: IncomingMessage): HeaderLines {
    const hosts = listHosts(request, this.#config.trustProxy).join(' ');
    const kept = this.#byHosts.get(hosts);
    if (kept) return kept;
    const made = makeGuards(this.#secure, request);
    if (hosts.length > MAX_HOSTS_LENGTH) return made;
    this.#byHosts.set(hosts, made);
    return made;
  }
}

/** Records the headers that are set, with their original spelling. */
class HeaderRecorder extends ServerResponse {
  readonly lines: string[] = [];

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.lines.push(name, String(value));
    return this;
  }
}

/** The headers that helmet sets on an answer to this request. */
function makeGuards(secure: Secure, request: IncomingMessage): HeaderLines {
  const recorder = new HeaderRecorder(request);
  secure(request, recorder, (error) => {
    if (error !== undefined) throw error;
  });
  return recorder.lines;
}

/**
 * Helmet's defaults with two changes for a LAN without TLS: the page must not be upgraded to https there (it would stay
 * blank), and HSTS is sent only when the public origin is https.
 */
function createSecure(config: ServerConfig, script: string | undefined): Secure {
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
          (request) => listSocketSources(request, config).join(' '),
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

/** A host that a policy can contain; IPv6 is not allowed. */
const HOST_FORM = /^[\w.-]+(:\d+)?$/;

/** The addresses of the page's socket, for browsers in which `'self'` does not cover websockets. */
function listSocketSources(
  request: IncomingMessage,
  { publicOrigin, trustProxy }: ServerConfig,
): string[] {
  const hosts = listHosts(request, trustProxy).filter((host) => HOST_FORM.test(host));
  const sources = hosts.flatMap((host) => [`ws://${host}`, `wss://${host}`]);
  const own = publicOrigin === undefined ? [] : [publicOrigin.replace(/^http/, 'ws')];
  return [...new Set([...sources, ...own])];
}
