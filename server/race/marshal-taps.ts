import {
  type ControlEntry,
  MAX_REPORT_TEXT,
  nameMarshal,
  type Report,
  REPORTED_AS,
} from '#shared/model/decisions.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import type { MarshalTap } from '#shared/wire/marshal-api.ts';

import type { MarshalPass } from './marshal-pass.ts';

export interface SaidTap extends Omit<MarshalTap, 'of'> {
  readonly kind: Exclude<MarshalTap['kind'], 'undo'>;
}

/** A tap this much older than its pass comes from a phone whose clock is wrong. */
const OLDEST_MS: DurationMs = 7 * 24 * HOUR_MS;

/** Whether the moment of a tap is plausible (RULES.md MA2). */
export function isOfToday({ atMs }: Pick<MarshalTap, 'atMs'>, { madeMs }: MarshalPass): boolean {
  return atMs >= madeMs - OLDEST_MS;
}

/** A tap as the report of a runner (RULES.md MA3), at its own moment, or now where that is in the future (MA2). */
export function reportOf(
  { reportId, kind, atMs }: SaidTap,
  runnerId: RunnerId,
  pass: MarshalPass,
  nowMs: EpochMs,
): Report {
  return {
    reportId,
    runnerId,
    ...REPORTED_AS[kind],
    atMs: Math.min(atMs, nowMs),
    point: pass.point,
    enteredMs: nowMs,
    by: nameMarshal(pass),
  };
}

/** The same as a sighting for race control, with the reason where the bib does not give it (RULES.md MA4). */
export function sightingOf(
  { reportId, kind, bib, atMs }: SaidTap,
  pass: MarshalPass,
  nowMs: EpochMs,
  why: string | undefined,
): ControlEntry {
  return {
    kind: 'sighting',
    subject: reportId,
    point: pass.point,
    sighting: { kind, bib, seenMs: Math.min(atMs, nowMs) },
    ...(why !== undefined && { text: why.slice(0, MAX_REPORT_TEXT) }),
    atMs: nowMs,
    by: nameMarshal(pass),
  };
}

/**
 * Whether a report is this marshal's own, who may take it back: it may have come under any of their
 * passes (RULES.md MA6).
 */
export function isSaidBy(pass: MarshalPass, { by }: Pick<Report, 'by'>): boolean {
  return by === nameMarshal(pass);
}
