import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findStartMs, isTimeZone } from '#shared/model/wall-clock.ts';

/** The race's settings that reads without a zone or a date lean on, as far as they are known. */
export interface RaceSettings {
  readonly timeZone: string | undefined;
  /** The first gun of the race. */
  readonly startMs: EpochMs | undefined;
}

/**
 * Takes the settings from the fields `timeZone`, `raceStart` and `starts` of
 * the config hash, each JSON or missing. What is not there or cannot be right
 * stays undefined.
 */
export function parseRaceSettings(
  fields: Readonly<Record<'timeZone' | 'raceStart' | 'starts', string | null>>,
): RaceSettings {
  const zone = parseJson(fields.timeZone);
  const timeZone = typeof zone === 'string' && isTimeZone(zone) ? zone : undefined;
  const starts = parseJson(fields.starts);
  const written = [
    parseJson(fields.raceStart),
    ...(typeof starts === 'object' && starts !== null ? Object.values(starts) : []),
  ];
  const startsMs = written.flatMap((text) => {
    if (typeof text !== 'string') return [];
    const startMs = findStartMs(text, timeZone ?? DEFAULT_CONFIG.timeZone);
    return startMs === undefined ? [] : [startMs];
  });
  return { timeZone, startMs: startsMs.length > 0 ? Math.min(...startsMs) : undefined };
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
