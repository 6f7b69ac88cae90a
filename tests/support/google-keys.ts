import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

import { onTestFinished } from 'vitest';
import { listenInTest } from './listen.ts';

/** The host on which Google publishes the keys of Firebase's signatures. */
const KEYS_HOST = 'www.googleapis.com';

/** A stand-in for Google's key server, closed with the test. */
export interface GoogleKeys {
  /** Requests for the keys so far. */
  fetches: number;
  /** Signs a token as Firebase does; with the key `null` the signature is empty. */
  sign(claims: object, header?: object, key?: KeyObject | null): string;
  /** While true, its connections break. */
  isAway: boolean;
}

/** Redirects the verifier's connections to Google's host; its code runs unchanged. */
export async function provideGoogleKeys(): Promise<GoogleKeys> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = createServer((_req, res) => {
    keys.fetches += 1;
    if (keys.isAway) {
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
  const keys: GoogleKeys = {
    fetches: 0,
    isAway: false,
    sign: (claims, header = {}, key = privateKey) =>
      signToken({ alg: 'RS256', kid: 'key-1', typ: 'JWT', ...header }, claims, key),
  };
  return keys;
}

/** Connects to a server without TLS on this machine instead of Google's host, and to no other host. */
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
