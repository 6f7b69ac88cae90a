import { parseJsonObject } from '#shared/model/json-object.ts';
import type { TapOutcome } from '#shared/wire/marshal-api.ts';

import type { RecordWrite } from './records.ts';
import { StoredRecords } from './redis-connection.ts';

export type TapBecame = Exclude<TapOutcome['outcome'], 'refused'>;

/** A tap as recorded, with the counts of its pass. */
export interface FoundTap {
  readonly passId: string;
  readonly reportId: string;
  /** Its first outcome, even if undone since; undefined for a new one. */
  readonly became: TapBecame | undefined;
  readonly saidBy: string | undefined;
  readonly countsText: string | undefined;
  /** The numbers of taps of the pass, and of sightings among them. */
  readonly counts: { readonly taps: number; readonly sightings: number };
}

/** The recorded taps of marshals' phones (RULES.md MA2), which are not kept in memory. */
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

/** Deletes the counts of a pass. */
export function forgetCounts(passId: string): RecordWrite {
  return { part: 'taps', field: countsOf(passId) };
}

function countsOf(passId: string): string {
  return `counts:${passId}`;
}
