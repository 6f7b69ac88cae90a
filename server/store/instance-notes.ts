import { parseJsonObject } from '#shared/model/json-object.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

import { StoredRecords } from './redis-connection.ts';

/** How long organisers see an instance that stopped without an end. */
const NOTE_STANDS_MS: DurationMs = 10 * MINUTE_MS;
/** With more instances than this, the last heard ones are kept. */
const MOST_INSTANCES = 64;

/** What a web instance reports every few seconds (FEED.md CF28). Times are by the clock of Redis. */
export interface InstanceNote {
  readonly atMs: EpochMs;
  readonly sinceMs: EpochMs;
  readonly release: string;
  /** Open live connections of spectators. */
  readonly viewers: number;
  /** The present pause between two results messages. */
  readonly pushIntervalMs: DurationMs;
  /** Refused sign-ins of the last five minutes. */
  readonly refusedSignIns: number;
  /** Failed messages of Web Push of the last five minutes. */
  readonly failedPushes: number;
  /** Pushed scans of the last five minutes, and the longest time from Redis to the message. */
  readonly pushedScans: number;
  readonly slowestMs: DurationMs;
}

const FIGURES = [
  'atMs',
  'sinceMs',
  'viewers',
  'pushIntervalMs',
  'refusedSignIns',
  'failedPushes',
  'pushedScans',
  'slowestMs',
] as const satisfies readonly (keyof InstanceNote)[];

/** The running web instances, in one hash under ids that each makes itself. */
export class InstanceNotes extends StoredRecords {
  /** Replaces the note of one, and returns those of all, the oldest instance first. */
  async exchange(id: string, own: InstanceNote): Promise<readonly InstanceNote[]> {
    const { instances } = this.keys;
    await this.client.hSet(instances, id, JSON.stringify(own));
    const all = Object.entries(await this.client.hGetAll(instances))
      .map(([field, text]) => ({ field, note: parseNote(text) }))
      .toSorted((a, b) => (b.note?.atMs ?? 0) - (a.note?.atMs ?? 0));
    const standing = all
      .filter(({ note }) => note && Math.abs(own.atMs - note.atMs) <= NOTE_STANDS_MS)
      .slice(0, MOST_INSTANCES);
    const over = all.filter((each) => !standing.includes(each)).map(({ field }) => field);
    if (over.length > 0) await this.client.hDel(instances, over);
    return standing
      .flatMap(({ note }) => note ?? [])
      .toSorted((a, b) => a.sinceMs - b.sinceMs || a.atMs - b.atMs);
  }

  /** Removes the note of an instance that ends. */
  async remove(id: string): Promise<void> {
    await this.client.hDel(this.keys.instances, id);
  }
}

function parseNote(text: string): InstanceNote | undefined {
  const note = parseJsonObject(text) ?? {};
  const isNote =
    typeof note['release'] === 'string' && FIGURES.every((name) => typeof note[name] === 'number');
  return isNote ? (note as unknown as InstanceNote) : undefined;
}
