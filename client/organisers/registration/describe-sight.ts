import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { splitNames } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { CHECKPOINTS } from '#shared/model/time-point.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { codeCheckpoint, findCheckpointName } from '#shared/scoring/name-checkpoint.ts';
import type { SightBody } from '#shared/wire/admin-api.ts';

/** `Finish, 12:41:07 · 3 scans`: where and when a wristband was last seen, by the race's clock; `today` as {@link formatDay} has it. */
export function describeSight(
  { lastPoint, lastTime, scans }: SightBody,
  config: RaceConfig,
  today: string,
): string {
  const place = lastPoint
    .split(',')
    .map((point) => describePoint(point, config))
    .join(' + ');
  const count = scans === 1 ? '1 scan' : `${scans} scans`;
  return `${place}, ${describeTime(lastTime, config.timeZone, today)} · ${count}`;
}

/** `20/06/2026`, on the clock of the zone. */
export function formatDay(atMs: EpochMs, timeZone: string): string {
  return showDay(formatWallClock(atMs, timeZone).split('-'));
}

/** `Finish`, `Carn Ingli (CP2)`, `Carn Ingli end`: the words of the race, and the number of a checkpoint (RULES.md CP4). */
export function describePoint(point: string, config: RaceConfig, event?: EventCode): string {
  const [, kom, end] = /^kom([12])-(start|end)$/.exec(point) ?? [];
  if (kom !== undefined) {
    return `${splitNames(config.KOMs)[Number(kom) - 1] || `KOM ${kom}`} ${end}`;
  }
  const slot = CHECKPOINTS.findIndex((checkpoint) => checkpoint === point);
  if (slot !== -1) {
    const name = findCheckpointName(slot, config, event);
    return name === undefined ? codeCheckpoint(slot) : `${name} (${codeCheckpoint(slot)})`;
  }
  return point.charAt(0).toUpperCase() + point.slice(1);
}

/** The time of day, with the date unless it is today's. */
export function describeTime(atMs: EpochMs, timeZone: string, today: string): string {
  const parts = formatWallClock(atMs, timeZone).split('-');
  const day = showDay(parts);
  const time = parts.slice(3).join(':');
  return day === today ? time : `${day} ${time}`;
}

function showDay(parts: readonly string[]): string {
  return parts.slice(0, 3).toReversed().join('/');
}
