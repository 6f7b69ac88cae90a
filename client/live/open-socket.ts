import { io, type Socket } from 'socket.io-client';

/**
 * Options of every socket of the page. After a loss it retries by itself, soon at first and then more rarely, each
 * browser at a random moment: a whole crowd reconnects when a server restarts.
 */
const SOCKET_OPTIONS = {
  transports: ['websocket'],
  autoConnect: false,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
  timeout: 10_000,
};

/** The public feed, not yet connected. `origin` is empty for the page's own host. */
export function createPublicSocket(origin = ''): Socket {
  return io(`${origin}/`, { ...SOCKET_OPTIONS, forceNew: true });
}

/**
 * The organisers' feed, not yet connected. It asks for the token at every connection; without one the session cookie
 * that the browser sends counts.
 */
export function createOrganisersSocket(
  findToken: () => Promise<string | undefined>,
  origin = '',
): Socket {
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
  // Without an answer the handshake would hang. Where it has neither token nor cookie the server refuses it, and
  // the session is checked.
  answer({ token: await findToken().catch(() => undefined) });
}
