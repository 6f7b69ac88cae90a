import { createClient } from 'redis';

/**
 * Never connected; every client is a duplicate of it. `createClient` builds a class of all commands for each name,
 * password or port, which takes longer than connecting.
 */
const model = createClient({ RESP: 2 });

/** A client of a Redis, not yet connected; it speaks RESP 2. */
export function newClient(options: Parameters<typeof model.duplicate>[0]) {
  return model.duplicate(options);
}

export type PlainClient = ReturnType<typeof newClient>;
