import type { Namespace, Socket } from 'socket.io';

import type { Logger } from '#server/observe/logger.ts';
import {
  type Identity,
  type IdentityProvider,
  NOT_SIGNED_IN,
  type TokenRefusal,
} from '#server/identity/identity.ts';

import { closeAfterFlush, findCookieToken } from './connection.ts';

export interface SignedInData {
  readonly token: string;
  /** The token came with the connection, which can have no other. */
  readonly isByCookie: boolean;
  readonly identity: Identity;
}

const CANNOT_KNOW = 'We cannot check right now who you are. Trying again.';

/**
 * Admits only organisers to a namespace, by `auth.token` of the handshake, or else by the cookie of the connection. A refused page reads the status from the
 * error's `data`: 401 and 403 mean to sign in again, 503 to try again. Its connection ends, so that nobody tries one
 * token after another on it.
 */
export function requireOrganiser(
  // The events do not matter here, and each namespace has its own.
  namespace: Pick<Namespace, 'use'>,
  provider: IdentityProvider,
  logger: Logger,
): void {
  const admit = async (socket: Socket, next: (error?: Error) => void): Promise<void> => {
    const outcome = await judgeHandshake(socket, provider, logger);
    if (outcome instanceof HandshakeError) {
      next(outcome);
      closeAfterFlush(socket.conn);
      return;
    }
    socket.data = outcome;
    next();
  };
  namespace.use((socket, next) => void admit(socket, next));
}

async function judgeHandshake(
  { handshake, conn }: Socket,
  provider: IdentityProvider,
  logger: Logger,
): Promise<SignedInData | HandshakeError> {
  const auth: Readonly<Record<string, unknown>> = handshake.auth;
  const isByCookie = auth['token'] === undefined;
  const token = isByCookie ? findCookieToken(conn) : auth['token'];
  if (typeof token !== 'string' || token === '') return new HandshakeError(NOT_SIGNED_IN);
  try {
    const check = await provider.check(token);
    if ('refusal' in check) return new HandshakeError(check.refusal);
    return { token, isByCookie, identity: check.identity };
  } catch (error) {
    logger.warn({ err: error }, 'Cannot verify who opens a connection');
    return new HandshakeError({ status: 503, error: CANNOT_KNOW });
  }
}

/** Socket.IO sends `message` and `data` to a refused client. */
class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
  readonly data: { status: number; code?: string };

  constructor({ error, ...data }: Omit<TokenRefusal, 'status'> & { readonly status: number }) {
    super(error);
    this.data = data;
  }
}
