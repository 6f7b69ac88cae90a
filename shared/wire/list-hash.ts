import type { UnrankedResult } from '../model/result.ts';
import { inSteps, type Steps } from '../scoring/steps.ts';

/** Versions between two deltas to all that carry the hash (PROTOCOL.md PR37). */
export const VERSIONS_PER_HASH = 1_000;

/**
 * The hash of the public list (PROTOCOL.md PR37): the sum of the hashes of its rows modulo 2³². So the order
 * of the rows does not matter, and one that changes costs two rows. It finds faults; it keeps out nobody who means to deceive.
 */
export class ListHash {
  #sum = 0;

  /** Eight hexadecimal digits. */
  get text(): string {
    return this.#sum.toString(16).padStart(8, '0');
  }

  /** Takes out `before` and puts in `after`; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    const change = (after ? hashRow(after) : 0) - (before ? hashRow(before) : 0);
    this.#sum = (this.#sum + change) >>> 0;
  }
}

/** The hash of these rows; others can have a turn after each step. */
export function* hashInSteps(rows: Iterable<UnrankedResult>): Steps<ListHash> {
  const hash = new ListHash();
  yield* inSteps(rows, (row) => hash.replace(undefined, row));
  return hash;
}

/** FNV-1a of what GET /api/compact carries of a row, its bits mixed so that sums of rows that are alike differ. */
function hashRow(row: UnrankedResult): number {
  const text = JSON.stringify([
    row.runnerId,
    row.firstName,
    row.lastName,
    row.runClub,
    row.ageGroup,
    row.sex ?? null,
    row.bibNumber,
    row.events,
    row.status,
    row.isDisqualified === true,
    row.totalMs,
    row.startedAtMs,
    row.laps ?? null,
    row.categoryMs ?? null,
    row.splitsMs,
    row.komsMs,
  ]);
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
