import { randomUUID } from 'node:crypto';

import { CHANGES_KEPT, type RaceKeys } from '#server/store/keys.ts';
import { newClient } from '#server/store/redis-connection.ts';
import { withGuard } from '#server/store/record-schema.ts';
import ingestScansLua from '#server/store/scripts/ingest-scans.lua?raw';
import type { Scan } from '#shared/model/scan.ts';

/** A client that the test has to `destroy`. */
export type TestRedisClient = Awaited<ReturnType<typeof connectRedis>>;

/** Client options for `redis://…`, or for `unix://…`, which the library does not support. */
export function placeOf(url: string) {
  const { protocol, hostname, port, pathname } = new URL(url);
  const isSocket = protocol === 'unix:';
  return isSocket ? { path: decodeURI(pathname) } : { host: hostname, port: Number(port) };
}

/** Connects to a Redis of the tests. A lost connection rejects the commands and is not logged. */
export async function connectRedis(url: string) {
  const { username, password } = new URL(url);
  const client = newClient({ socket: placeOf(url), username, password });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Sends a command, and returns the answer as text. */
export async function askRedis(url: string, command: readonly string[]): Promise<string> {
  const client = await connectRedis(url);
  try {
    const answer = (await client.sendCommand(command)) as unknown as string | string[];
    return [answer].flat().join();
  } finally {
    client.destroy();
  }
}

/** The position of a batch in a scanner's journal; none for reads without a sequence number. */
export interface BatchPlace {
  readonly source: string;
  readonly firstSeq: number;
  readonly lastSeq?: number;
}

export interface IngestOptions {
  readonly changesKept?: number;
  /** Writes the change without an announcement, as if the message was lost. */
  readonly isSilent?: boolean;
}

/** The answer of `ingest-scans.lua`. */
export interface IngestReply {
  readonly verdict: 'ok' | 'gap';
  readonly highest: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly version: number;
}

/** Stores reads by the scanners' script. */
export async function ingestScans(
  client: TestRedisClient,
  keys: RaceKeys,
  scans: readonly Scan[],
  place?: BatchPlace,
  { changesKept = CHANGES_KEPT, isSilent = false }: IngestOptions = {},
): Promise<IngestReply> {
  const { source = '', firstSeq = 0 } = place ?? {};
  const lastSeq = place ? (place.lastSeq ?? firstSeq + scans.length - 1) : 0;
  const reply = await client.eval(withGuard(ingestScansLua), {
    keys: [keys.meta, keys.scans, keys.sources, keys.changes],
    arguments: [
      isSilent ? 'nobody listens here' : keys.changesChannel,
      String(changesKept),
      randomUUID(),
      source,
      String(firstSeq),
      String(lastSeq),
      ...scans.flatMap((scan) => [
        scan.scanId,
        JSON.stringify({ ...scan, receivedMs: scan.timeMs }),
      ]),
    ],
  });
  const [verdict, highest, stored = 0, duplicates = 0, version = 0] = reply as unknown as [
    IngestReply['verdict'],
    number,
    number?,
    number?,
    number?,
  ];
  return { verdict, highest, stored, duplicates, version };
}
