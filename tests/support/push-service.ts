import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';

import type { PushMessage, PushOrder } from '#shared/wire/push-api.ts';

import { type Certificates, createCertificates } from './certificates.ts';
import { listenInTest } from './listen.ts';

export interface ReceivedPush {
  readonly path: string;
  readonly ttl: number;
  readonly topic: string;
  readonly urgency: string;
  readonly encoding: string;
  readonly authorization: string;
  readonly body: Buffer;
}

/** The answer to a message, by default 201. */
export interface PushReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its body never ends. */
  readonly isEndless?: true;
}

/** A push service over HTTPS on this machine. */
export interface PushService {
  readonly origin: string;
  /** For `PUSH_SERVICES`. */
  readonly host: string;
  /** The sender's options to trust its certificate. */
  readonly agent: { readonly ca: Buffer };
  readonly received: readonly ReceivedPush[];
  /** Answers the next messages. */
  reply: (push: ReceivedPush) => PushReply | 'silence';
}

/** Starts a push service. By default `listen` closes it with the test. */
export async function startPushService(
  { ca, cert, key }: Certificates = createCertificates(),
  listen: (server: Server) => Promise<number> = listenInTest,
): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) });
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, url = '' } = request;
      const push: ReceivedPush = {
        path: url,
        ttl: Number(headers['ttl']),
        topic: String(headers['topic']),
        urgency: String(headers['urgency']),
        encoding: String(headers['content-encoding']),
        authorization: headers.authorization ?? '',
        body: Buffer.concat(chunks),
      };
      received.push(push);
      const reply = service.reply(push);
      if (reply === 'silence') return;
      response.writeHead(reply.status, reply.headers);
      if (reply.isEndless) response.write('more');
      else response.end();
    });
  });
  const host = `127.0.0.1:${await listen(server)}`;
  const service: PushService = {
    origin: `https://${host}`,
    host,
    agent: { ca: readFileSync(ca) },
    received,
    reply: () => ({ status: 201 }),
  };
  return service;
}

/** A browser subscribed at the service, which decrypts its messages. */
export class PushBrowser {
  readonly endpoint: string;
  readonly #ecdh: ECDH;
  readonly #auth = randomBytes(16);

  constructor({ origin }: Pick<PushService, 'origin'>, name: string) {
    this.endpoint = `${origin}/push/${name}`;
    this.#ecdh = createECDH('prime256v1');
    this.#ecdh.generateKeys();
  }

  order(given: Partial<PushOrder> = {}): PushOrder {
    return {
      endpoint: this.endpoint,
      keys: {
        p256dh: this.#ecdh.getPublicKey('base64url'),
        auth: this.#auth.toString('base64url'),
      },
      language: 'en',
      runners: [],
      clubs: [],
      ...given,
    };
  }

  /** Its messages, in order. Throws for a message encrypted for another browser. */
  read({ received }: Pick<PushService, 'received'>): PushMessage[] {
    const { pathname } = new URL(this.endpoint);
    return received
      .filter(({ path }) => path === pathname)
      .map(({ body }) => JSON.parse(this.#decrypt(body)) as PushMessage);
  }

  /** RFC 8291 3.4 and RFC 8188 2: one record, its padding ended by a 2. */
  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + (body[20] ?? 0);
    const theirs = body.subarray(21, keyEnd);
    const own = this.#ecdh.getPublicKey();
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
    const shared = derive(this.#ecdh.computeSecret(theirs), this.#auth, info, 32);
    const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(body.subarray(-16));
    const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** The sender's claims in a message (RFC 8292), if its signature is valid. */
export function readVapid({ authorization }: ReceivedPush): {
  readonly publicKey: string;
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
} {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${body}`);
  const isGood = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('The signature is of another key.');
  return { publicKey, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) };
}
