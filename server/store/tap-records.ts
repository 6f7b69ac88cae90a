import { parseJsonObject } from '#shared/model/json-object.ts';
import type { TapOutcome } from '#shared/wire/marshal-api.ts';

import type { RecordWrite } from './records.ts';
import { StoredRecords } from './redis-connection.ts';

export type TapBecame = Exclude<TapOutcome['outcome'], 'refused'>;

/** A recorded tap, and how many its pass made. */
export interface FoundTap {
  readonly passId: string;
  readonly reportId: string;
  /** What became of it first, even if undone since; undefined for a new one. */
  readonly became: TapBecame | undefined;
  readonly saidBy: string | undefined;
  readonly countsText: string | undefined;
  /** How many taps the pass made, and how many were sightings. */
  readonly counts: { readonly taps: number; readonly sightings: number };
}

/** The taps of marshals' phones (RULES.md MA2): no part of the race, so they are read when one is sent. */
export class TapRecords extends StoredRecords {
  async find(passId: string, reportId: string): Promise<FoundTap> {
    const fields = [reportId, countsOf(passId)];
    const [tap, countsText] = await this.client.hmGet(this.keys.taps, fields);
    const [became, ...saidBy] = tap?.split(' ') ?? [];
    const counts = parseJsonObject(countsText ?? '');
    return {
      passId,
      reportId,
      became: became as TapBecame | undefined,
      saidBy: tap ? saidBy.join(' ') : undefined,
      countsText: countsText ?? undefined,
      counts: {
        taps: Number(counts?.['taps'] ?? 0),
        sightings: Number(counts?.['sightings'] ?? 0),
      },
    };
  }
}

/** The conditions for recording a tap, and its writes. */
export function planTap(
  { passId, reportId, countsText, counts }: FoundTap,
  became: TapBecame,
  by: string,
): { readonly expect: readonly RecordWrite[]; readonly writes: readonly RecordWrite[] } {
  const counted = {
    taps: counts.taps + 1,
    sightings: counts.sightings + Number(became === 'to-check'),
  };
  return {
    expect: [
      { part: 'taps', field: reportId },
      { part: 'taps', field: countsOf(passId), value: countsText },
    ],
    writes: [
      { part: 'taps', field: reportId, value: `${became} ${by}` },
      { part: 'taps', field: countsOf(passId), value: JSON.stringify(counted) },
    ],
  };
}

/** Forgets how many taps a pass made. */
export function forgetCounts(passId: string): RecordWrite {
  return { part: 'taps', field: countsOf(passId) };
}

function countsOf(passId: string): string {
  return `counts:${passId}`;
}
