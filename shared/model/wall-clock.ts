import { type EpochMs, MINUTE_MS } from './time.ts';

const WALL_CLOCK_FORM = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/;

export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Parses `YYYY-MM-DD-HH-mm-ss` as if it were UTC (RULES.md ST8); undefined if there is no such moment. */
export function parseWallClock(text: string): EpochMs | undefined {
  const [, date, ...time] = WALL_CLOCK_FORM.exec(text.trim()) ?? [];
  return date === undefined ? undefined : parseShown(`${date}T${time.join(':')}`);
}

/** Parses `2026-06-20T10:00:00` as if it were UTC; undefined for 30 February, 24:00, or a year before 100. */
export function parseShown(iso: string): EpochMs | undefined {
  const shownMs = Date.parse(`${iso}Z`);
  if (Number.isNaN(shownMs) || iso < '0100') return undefined;
  return new Date(shownMs).toISOString().startsWith(iso) ? shownMs : undefined;
}

/** Writes a moment as `YYYY-MM-DD-HH-mm-ss` on the wall clock of `timeZone`. */
export function formatWallClock(epochMs: EpochMs, timeZone: string): string {
  return new Date(epochMs + zoneOffsetMs(epochMs, timeZone))
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[T:]/g, '-');
}

/**
 * The moment at which clocks in `timeZone` show a time, given as if it were UTC. A time that occurs twice when clocks go
 * back is the first of the two; one skipped when they go forward is moved on by the length of the jump.
 */
export function shownToEpochMs(shownMs: EpochMs, timeZone: string): EpochMs {
  const dayMs = 24 * 60 * MINUTE_MS;
  const before = zoneOffsetMs(shownMs - dayMs, timeZone);
  const after = zoneOffsetMs(shownMs + dayMs, timeZone);
  const first = shownMs - before;
  if (before === after) return first;
  if (zoneOffsetMs(first, timeZone) === before) return first;
  const second = shownMs - after;
  return zoneOffsetMs(second, timeZone) === after ? second : first;
}

/** Parses a configured start; undefined if empty or unreadable. */
export function findStartMs(text: string, timeZone: string): EpochMs | undefined {
  const shownMs = parseWallClock(text);
  return shownMs === undefined ? undefined : shownToEpochMs(shownMs, timeZone);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** How far clocks in `timeZone` are ahead of UTC at a moment. */
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
