import { type EpochMs, MINUTE_MS } from './time.ts';

const WALL_CLOCK_FORM = /^(\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d\d)$/;

/** A date and a time of day without a zone, as read off a wall. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Parses `YYYY-MM-DD-HH-mm-ss` (RULES.md ST8); undefined when it names no real moment. */
export function parseWallClock(text: string): WallClock | undefined {
  const match = WALL_CLOCK_FORM.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const wall: WallClock = { year, month, day, hour, minute, second, millisecond: 0 };
  return isRealWallClock(wall) ? wall : undefined;
}

/** Whether there is such a moment: no 30 February, no 24:00, no sixtieth second, no year before 100. */
export function isRealWallClock(wall: WallClock): boolean {
  const back = new Date(asIfUtc(wall));
  return (
    back.getUTCFullYear() === wall.year &&
    back.getUTCMonth() === wall.month - 1 &&
    back.getUTCDate() === wall.day &&
    back.getUTCHours() === wall.hour &&
    back.getUTCMinutes() === wall.minute &&
    back.getUTCSeconds() === wall.second
  );
}

/** Writes a moment as `YYYY-MM-DD-HH-mm-ss` on the wall clock of `timeZone`. */
export function formatWallClock(epochMs: EpochMs, timeZone: string): string {
  return new Date(epochMs + zoneOffsetMs(epochMs, timeZone))
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[T:]/g, '-');
}

/**
 * The moment at which clocks in `timeZone` show `wall`. A time that occurs twice when clocks go back is the first of
 * the two; one that is skipped when they go forward is moved on by the length of the jump.
 */
export function wallClockToEpochMs(wall: WallClock, timeZone: string): EpochMs {
  return shownToEpochMs(asIfUtc(wall), timeZone);
}

/** The same for a time on the clock in milliseconds as if it were UTC ({@link asIfUtc}). */
export function shownToEpochMs(utc: EpochMs, timeZone: string): EpochMs {
  const dayMs = 24 * 60 * MINUTE_MS;
  const before = zoneOffsetMs(utc - dayMs, timeZone);
  const after = zoneOffsetMs(utc + dayMs, timeZone);
  const first = utc - before;
  if (before === after) return first;
  if (zoneOffsetMs(first, timeZone) === before) return first;
  const second = utc - after;
  return zoneOffsetMs(second, timeZone) === after ? second : first;
}

/** Parses a configured start; undefined when none is set or it is unreadable. */
export function findStartMs(text: string, timeZone: string): EpochMs | undefined {
  const wall = parseWallClock(text);
  return wall && wallClockToEpochMs(wall, timeZone);
}

/** The moment at which clocks in UTC show `wall`. */
export function asIfUtc(wall: WallClock): EpochMs {
  return Date.UTC(
    wall.year,
    wall.month - 1,
    wall.day,
    wall.hour,
    wall.minute,
    wall.second,
    wall.millisecond,
  );
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** How far clocks in `timeZone` are ahead of UTC at that moment. */
export function zoneOffsetMs(epochMs: EpochMs, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(
    formatter.formatToParts(epochMs).map((part) => [part.type, Number(part.value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(epochMs / 1000) * 1000;
}
