import { createHash } from 'node:crypto';

import { foldText } from '#shared/format/fold-text.ts';
import {
  codePoint,
  type ControlEntry,
  MAX_CONTROL_ENTRIES,
  MAX_REPORT_TEXT,
  nameMarshal,
  type Report,
  REPORTED_AS,
} from '#shared/model/decisions.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { type MarshalTap, MAX_PASSES } from '#shared/wire/marshal-api.ts';

import type { LiveRace } from './live-race.ts';

/** How long an ended pass is kept. */
const ENDED_KEPT_MS: DurationMs = 7 * 24 * HOUR_MS;

/** A pass in the race (RULES.md MA1). */
export interface MarshalPass {
  /** The SHA-256 of the pass on the phone. */
  readonly passId: string;
  readonly point: TimePoint;
  /** The name of its holder. */
  readonly name: string;
  readonly untilMs: EpochMs;
  readonly madeMs: EpochMs;
}

/** The id of a pass in the race. */
export function identifyPass(pass: string): string {
  return createHash('sha256').update(pass).digest('hex');
}

/** The pass of an id, ended or not. */
export function findPass(race: LiveRace, passId: string): MarshalPass | undefined {
  const entry = race.missing.findControl({ kind: 'marshal', subject: passId });
  return entry && readPass(entry);
}

function readPass(entry: ControlEntry): MarshalPass | undefined {
  const { kind, subject, point, text, untilMs, atMs } = entry;
  if (kind !== 'marshal' || !point || text === undefined || untilMs === undefined) return undefined;
  return { passId: subject, point, name: text, untilMs, madeMs: atMs };
}

/** Why a new pass cannot be added, or else the outdated passes to remove. */
export function judgePass(
  { point, text = '', atMs }: ControlEntry,
  present: readonly ControlEntry[],
): { why: string } | { outdated: ControlEntry[] } {
  const passes = present.flatMap((entry) => {
    const pass = readPass(entry);
    return pass ? [{ entry, ...pass }] : [];
  });
  const open = passes.filter(({ untilMs }) => untilMs > atMs);
  const isSame = (name: string): boolean => foldText(name) === foldText(text);
  if (open.some((one) => one.point === point && isSame(one.name))) {
    return {
      why: `${text} already has a pass for ${codePoint(point ?? 'start')}. End that one first, or give this one another name.`,
    };
  }
  if (open.length >= MAX_PASSES) {
    return {
      why: `There are ${MAX_PASSES} passes already: end some that are no longer needed.`,
    };
  }
  const outdated = passes.filter(({ untilMs }) => untilMs <= atMs - ENDED_KEPT_MS);
  if (present.length - outdated.length >= MAX_CONTROL_ENTRIES) {
    return {
      why: `There are ${MAX_CONTROL_ENTRIES} notes of race control already: remove some that are no longer needed.`,
    };
  }
  return { outdated: outdated.map(({ entry }) => entry) };
}

export interface ReportTap extends Omit<MarshalTap, 'of'> {
  readonly kind: Exclude<MarshalTap['kind'], 'undo'>;
}

/** A tap this much older than its pass comes from a phone whose clock is wrong. */
const OLDEST_MS: DurationMs = 7 * 24 * HOUR_MS;

/** Whether the moment of a tap is plausible (RULES.md MA2). */
export function isPlausible({ atMs }: Pick<MarshalTap, 'atMs'>, { madeMs }: MarshalPass): boolean {
  return atMs >= madeMs - OLDEST_MS;
}

/** A tap as the report of a runner (RULES.md MA3), at its own moment, or now if that is in the future (MA2). */
export function reportOf(
  { reportId, kind, atMs }: ReportTap,
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

/** A tap as a sighting for race control, with the reason if the bib does not show it (RULES.md MA4). */
export function sightingOf(
  { reportId, kind, bib, atMs }: ReportTap,
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

/** Whether a report was made under any pass of this marshal, who may take it back (RULES.md MA6). */
export function isReportedBy(pass: MarshalPass, { by }: Pick<Report, 'by'>): boolean {
  return by === nameMarshal(pass);
}
