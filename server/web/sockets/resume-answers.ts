import type { LiveRace } from '#server/race/live-race.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResumeReply } from '#shared/wire/socket-events.ts';

const MAX_EPOCH_LENGTH = 64;

/** Reads where a viewer says it stands; undefined for anything else. */
export function parseHead(value: unknown): Head | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { epoch, version } = value as Partial<Record<keyof Head, unknown>>;
  if (typeof epoch !== 'string' || epoch.length > MAX_EPOCH_LENGTH) return undefined;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) {
    return undefined;
  }
  return { epoch, version };
}

/** A longer delta is no shorter way than GET /api, which is compressed, and kept once for all. */
const MAX_DELTA_LENGTH = 64_000;
/** Versions from which a crowd comes back to one head; past that they are forgotten. */
const MAX_KEPT = 64;

/** What viewers that resume are told: each delta is made once, for all who come from its version. */
export class ResumeAnswers {
  readonly #race: LiveRace;
  readonly #kept = new Map<number, ResumeReply>();
  #head: Head | undefined;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** With `isShort` only what costs nothing: a viewer is sent to GET /api in place of a delta. */
  find(from: Head, isShort: boolean): ResumeReply {
    const { head } = this.#race;
    if (from.epoch !== head.epoch) return { resync: true };
    // A viewer that is ahead heard from an instance that is; this one will follow.
    if (from.version >= head.version) return { current: true };
    if (isShort) return { resync: true };
    if (this.#head !== head || this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#head = head;
    const kept = this.#kept.get(from.version) ?? this.#make(from);
    this.#kept.set(from.version, kept);
    return kept;
  }

  #make(from: Head): ResumeReply {
    const results = this.#race.findDelta(from);
    const isLong = !results || JSON.stringify(results).length > MAX_DELTA_LENGTH;
    return isLong ? { resync: true } : { results };
  }
}
