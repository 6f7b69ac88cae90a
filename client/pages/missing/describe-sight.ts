import type { RaceConfig } from '#shared/model/race-config.ts';
import { splitNames } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { UnassignedBandBody } from '#shared/wire/admin-api.ts';

/** `Finish, 12:41:07 · 3 scans`: where and when a band was last seen, by the race's clock. */
export function describeSight(
  { lastPoint, lastTime, scans }: UnassignedBandBody,
  config: RaceConfig,
): string {
  const place = lastPoint
    .split(',')
    .map((point) => describePoint(point, config))
    .join(' + ');
  const count = scans === 1 ? '1 scan' : `${scans} scans`;
  return `${place}, ${describeTime(lastTime, config.timeZone)} · ${count}`;
}

function describePoint(point: string, config: RaceConfig): string {
  const [, kom, end] = /^kom([12])-(start|end)$/.exec(point) ?? [];
  if (kom !== undefined) {
    return `${splitNames(config.KOMs)[Number(kom) - 1] || `KOM ${kom}`} ${end}`;
  }
  if (point.startsWith('cp')) return point.toUpperCase();
  return point.charAt(0).toUpperCase() + point.slice(1);
}

/** The time of day, with the date unless it is today's. */
function describeTime(atMs: EpochMs, timeZone: string): string {
  const at = new Date(atMs);
  const day = (date: Date): string => date.toLocaleDateString('en-GB', { timeZone });
  const time = at.toLocaleTimeString('en-GB', { timeZone });
  return day(at) === day(new Date()) ? time : `${day(at)} ${time}`;
}
