import { io, type Socket } from 'socket.io-client';

/**
 * Options of every socket of the page. Socket.IO retries after a loss, soon at first and then less often, each browser
 * after a random delay: every page reconnects when a server restarts.
 */
const SOCKET_OPTIONS = {
  transports: ['websocket'],
  autoConnect: false,
  forceNew: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
  timeout: 10_000,
};

/** The public feed, not yet connected. `origin` is empty for the page's own host. */
export function createPublicSocket(origin = ''): Socket {
  return io(`${origin}/`, SOCKET_OPTIONS);
}

/**
 * The organisers' feed, not yet connected. Each connection sends the current token; without one, the browser's session
 * cookie counts.
 */
export function createOrganisersSocket(
  findToken: () => Promise<string | undefined>,
  origin = '',
): Socket {
  const auth = async (send: (auth: { readonly token: string | undefined }) => void) => {
    // Without an answer the handshake would hang. With neither token nor cookie the server refuses it, and the session
    // is checked.
    send({ token: await findToken().catch(() => undefined) });
  };
  return io(`${origin}/admin`, { ...SOCKET_OPTIONS, auth: (send) => void auth(send) });
}
