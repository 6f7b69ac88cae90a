import { deflateSync } from 'node:zlib';

import { LRUCache } from 'lru-cache';
import * as z from 'zod';

import type { LiveRace } from '#server/race/live-race.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResumeAnswer } from '#shared/wire/socket-events.ts';

const knownHead = z.object({ epoch: z.string().max(64), version: z.int().nonnegative() });

/** Reads the head of a viewer; undefined for anything else. */
export function parseHead(value: unknown): Head | undefined {
  return knownHead.safeParse(value).data;
}

/** Whether a viewer can read a packed answer (PROTOCOL.md PR35). */
export function canInflate(claim: unknown): boolean {
  return (
    typeof claim === 'object' && claim !== null && 'deflate' in claim && claim.deflate === true
  );
}

/** A longer delta is no better than GET /api, which is compressed, and cached for all. */
const MAX_DELTA_LENGTH = 64_000;
/** The same for a packed delta, which is a tenth of its length. */
const MAX_DEFLATED_LENGTH = 128_000;
/** A shorter delta is sent unpacked: packing it saves no packet. */
const MIN_DEFLATED_LENGTH = 1_000;
/** Versions from which a crowd resumes to one head. */
const MAX_KEPT = 64;

/** The answers to viewers that resume: each delta is made once, for all who come from its version. */
export class ResumeAnswers {
  readonly #race: LiveRace;
  /** By the version, and whether the answer may be packed. */
  readonly #kept = new LRUCache<string, ResumeAnswer>({ max: MAX_KEPT });
  #head: Head | undefined;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** With `isShort` only what costs nothing: instead of a delta a viewer is sent to GET /api. */
  find(from: Head, isShort: boolean, isPacked = false): ResumeAnswer {
    const { head } = this.#race;
    if (from.epoch !== head.epoch) return { resync: true };
    // A viewer that is ahead was served by an instance that is ahead; this one will follow.
    if (from.version >= head.version) return { current: true };
    if (isShort) return { resync: true };
    if (this.#head !== head) this.#kept.clear();
    this.#head = head;
    const key = `${from.version} ${isPacked}`;
    const kept = this.#kept.get(key) ?? this.#make(from, isPacked);
    this.#kept.set(key, kept);
    return kept;
  }

  #make(from: Head, isPacked: boolean): ResumeAnswer {
    const results = this.#race.findDelta(from);
    if (!results) return { resync: true };
    const text = JSON.stringify({ results });
    if (text.length > (isPacked ? MAX_DEFLATED_LENGTH : MAX_DELTA_LENGTH)) return { resync: true };
    const isWorthIt = isPacked && text.length > MIN_DEFLATED_LENGTH;
    return isWorthIt ? { deflated: deflateSync(text) } : { results };
  }
}
