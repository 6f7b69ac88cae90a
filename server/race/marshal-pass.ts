import { createHash } from 'node:crypto';

import { foldText } from '#shared/format/fold-text.ts';
import { codePoint, type ControlEntry, MAX_CONTROL_ENTRIES } from '#shared/model/decisions.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { MAX_PASSES } from '#shared/wire/marshal-api.ts';

import type { LiveRace } from './live-race.ts';

/** An ended pass shows its end for this long, and is then removed. */
const ENDED_KEPT_MS: DurationMs = 7 * 24 * HOUR_MS;

/** A pass as the race knows it (RULES.md MA1). */
export interface MarshalPass {
  /** The SHA-256 of the pass on the phone. */
  readonly passId: string;
  readonly point: TimePoint;
  /** The name of its holder. */
  readonly name: string;
  readonly untilMs: EpochMs;
  readonly madeMs: EpochMs;
}

/** The id by which the race knows a pass. */
export function identifyPass(pass: string): string {
  return createHash('sha256').update(pass).digest('hex');
}

/** The pass of this id, ended or not, or undefined. */
export function findPass(race: LiveRace, passId: string): MarshalPass | undefined {
  const entry = race.missing.findControl({ kind: 'marshal', subject: passId });
  return entry && readPass(entry);
}

function readPass(entry: ControlEntry): MarshalPass | undefined {
  const { kind, subject, point, text, untilMs, atMs } = entry;
  if (kind !== 'marshal' || !point || text === undefined || untilMs === undefined) return undefined;
  return { passId: subject, point, name: text, untilMs, madeMs: atMs };
}

/** Why such a pass cannot be added, or else the old ones to remove for it. */
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
