import {
  codeCheckpoint,
  findCheckpointName,
  findPointName,
  labelCheckpoint,
} from '#shared/scoring/course.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { type DurationMs, type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { LastSeenBody } from '#shared/wire/missing-api.ts';

import type { RaceClock } from '../lists/race-clock.tsx';
import { countOf } from '../texts/count-words.ts';

/** `31 min ago · Carn Ingli, 12:41:07 · 3 scans`: where and when an unassigned band was last seen. */
export function describeSight(sight: LastSeenBody, { config, nowMs, today }: RaceClock): string {
  const { lastTime, scans } = sight;
  const age = describeSince(nowMs - lastTime);
  const place = describeSightPlace(sight, config, undefined);
  const when = describeTime(lastTime, config.timeZone, today);
  return [age, `${place}, ${when}`, countOf(scans, 'scan')].filter(Boolean).join(' · ');
}

/** The points of the mat that read somebody last, a repeated point as its visit: `Start + Yard 3`. */
export function describeSightPlace(
  { lastPoint, lastTime, lastStage }: LastSeenBody,
  config: RaceConfig,
  event: EventCode | undefined,
): string {
  const at = lastStage?.time === lastTime ? lastStage.at : undefined;
  return lastPoint
    .split(',')
    .map((point) =>
      at !== undefined && event !== undefined && point === lastStage?.point
        ? describeStop(at, config, event)
        : describePoint(point, config, event),
    )
    .join(' + ');
}

/** `just now`, `31 min ago`, `2 h 05 min ago`; empty after a day, and for the future. */
export function describeSince(passedMs: DurationMs): string {
  if (passedMs < -MINUTE_MS || passedMs >= 24 * HOUR_MS) return '';
  const minutes = Math.floor(passedMs / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min ago`;
}

/** `20/06/2026`, in the zone. */
export function formatDay(atMs: EpochMs, timeZone: string): string {
  return showDay(formatWallClock(atMs, timeZone).split('-'));
}

/**
 * `Finish`, `Carn Ingli`, `Carn Ingli end`; `Aid station (CP2)` if another point has the same name (RULES.md CP4).
 */
export function describePoint(point: string, config: RaceConfig, event?: EventCode): string {
  const { slots, climbs, setup } = coursesOf(config);
  const slot = slots.findIndex(({ code }) => code === point);
  if (slot !== -1) {
    const name = findPointName(point, config, event);
    const code = codeCheckpoint(slot, config);
    if (name === undefined) return code;
    const isShared = slots.some(
      (other, at) =>
        other.point !== slots[slot]?.point && findCheckpointName(at, config, event) === name,
    );
    return isShared ? `${name} (${code})` : name;
  }
  const { name = '', kind } = setup.points.find(({ id }) => id === point) ?? {};
  const climb = climbs.find(({ start, end }) => start === point || end === point);
  if (climb && kind === 'segment') {
    const named = splitNames(config.KOMs)[climb.index] || `KOM ${climb.index + 1}`;
    return `${named} ${point === climb.start ? 'start' : 'end'}`;
  }
  return name || point.charAt(0).toUpperCase() + point.slice(1);
}

/** A split of an event: for a repeated point the name of the visit, `Yard 3`, else as `describePoint`. */
export function describeSplit(slot: number, config: RaceConfig, event: EventCode): string {
  const { slots } = coursesOf(config);
  const { code = '', point } = slots[slot] ?? {};
  const isRepeated = slots.filter((one) => one.point === point).length > 1;
  return isRepeated ? labelCheckpoint(slot, config, event) : describePoint(code, config, event);
}

/** The point at an index of the route of an event, a visit as `describeSplit`. */
export function describeStop(at: number, config: RaceConfig, event: EventCode): string {
  const courses = coursesOf(config);
  const code = courses.visitsOf(event)[at - 1]?.code;
  const slot = courses.slots.findIndex((one) => one.code === code);
  return slot === -1
    ? describePoint(courses.routeOf(event)[at] ?? 'finish', config, event)
    : describeSplit(slot, config, event);
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
