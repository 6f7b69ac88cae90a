import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

import { onTestFinished } from 'vitest';
import { listenInTest } from './listen.ts';

/** The host on which Google publishes the keys of Firebase's signatures. */
const KEYS_HOST = 'www.googleapis.com';

/** A stand-in for Google's key server, for the length of a test. */
export interface GoogleKeys {
  /** How often the keys were asked for. */
  readonly fetches: number;
  /** Signs a token as Firebase does; with `null` only the header is that of a signed one. */
  sign(claims: object, header?: object, key?: KeyObject | null): string;
  /** While it is away its connections break off. */
  isAway: boolean;
}

/** The verifier's own code runs unchanged: only its connections to Google's host lead here. */
export async function provideGoogleKeys(): Promise<GoogleKeys> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const state = { fetches: 0, isAway: false };
  const server = createServer((_req, res) => {
    state.fetches += 1;
    if (state.isAway) {
      res.destroy();
      return;
    }
    res.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=21600, must-revalidate, no-transform',
    });
    res.end(JSON.stringify({ 'key-1': publicKey.export({ type: 'spki', format: 'pem' }) }));
  });
  const port = await listenInTest(server);
  const before = https.globalAgent;
  https.globalAgent = new LocalAgent(port);
  onTestFinished(() => {
    https.globalAgent = before;
  });
  return {
    get fetches() {
      return state.fetches;
    },
    get isAway() {
      return state.isAway;
    },
    set isAway(isAway) {
      state.isAway = isAway;
    },
    sign: (claims, header = {}, key = privateKey) =>
      signToken({ alg: 'RS256', kid: 'key-1', typ: 'JWT', ...header }, claims, key),
  };
}

/** Leads to a server on this machine that speaks without TLS, and to no other host. */
class LocalAgent extends https.Agent {
  readonly #port: number;

  constructor(port: number) {
    super({ keepAlive: false });
    this.#port = port;
  }

  override createConnection(options: https.RequestOptions): Duplex {
    if (options.host !== KEYS_HOST) throw new Error(`A test reached for ${options.host}.`);
    return connect(this.#port, '127.0.0.1');
  }
}

function signToken(header: object, claims: object, key: KeyObject | null): string {
  const text = `${encode(header)}.${encode(claims)}`;
  if (key === null) return `${text}.`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
