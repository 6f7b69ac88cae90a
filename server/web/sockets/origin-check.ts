import type { IncomingMessage } from 'node:http';

import { listHosts } from '../client-address.ts';

/**
 * Whether a websocket may be opened from the page that asks. Browsers do not
 * apply CORS to websockets, so the server compares the origins itself: the
 * address it is reached under (behind `trustProxy` proxies, the one the
 * outermost of them was reached under), or the configured public origin.
 * Programs that send no origin are let in: they carry no visitor's rights.
 */
export function isAllowedOrigin(
  request: IncomingMessage,
  publicOrigin: string | undefined,
  trustProxy: number,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  return listHosts(request, trustProxy).includes(new URL(origin).host);
}
