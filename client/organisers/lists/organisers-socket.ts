import type { AdminClientEvents, AdminServerEvents } from '#shared/wire/admin-api.ts';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

import { SOCKET_OPTIONS } from '../../live/socket-options.ts';

export type OrganisersSocket = Socket<AdminServerEvents, AdminClientEvents>;

/** The organisers' feed, not yet connected. It asks for the token anew at every connection. */
export function createOrganisersSocket(
  findToken: () => Promise<string | undefined>,
  origin = '',
): OrganisersSocket {
  return io(`${origin}/admin`, {
    ...SOCKET_OPTIONS,
    forceNew: true,
    auth: (answer) => void giveToken(findToken, answer),
  });
}

async function giveToken(
  findToken: () => Promise<string | undefined>,
  answer: (auth: { readonly token: string | undefined }) => void,
): Promise<void> {
  // Without an answer the handshake would hang: without a token it is refused, and the session looked at.
  answer({ token: await findToken().catch(() => undefined) });
}
