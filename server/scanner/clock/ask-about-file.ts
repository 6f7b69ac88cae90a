import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

import type { EpochMs } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import type { ReadDecoder } from '../read-decoder.ts';
import { ScannerError } from '../scanner-error.ts';
import type { DateOrder, ReadClock } from './read-clock.ts';

/** Far more than the reads of a race; bounds the time for a file. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads a file once before any of it counts, and returns the order of its dates. Throws a {@link ScannerError} that asks
 * about ambiguities: whether its times are since the start, whether day or month comes first (SCANNER.md SN41, SN42). An
 * unreadable file is reported by its input.
 */
export async function askAboutFile(
  path: string,
  clock: ReadClock,
  decoder: ReadDecoder,
  firstGun: { readonly startMs: EpochMs | undefined; readonly timeZone: string },
): Promise<DateOrder | undefined> {
  try {
    for await (const chunk of createReadStream(path, { end: MOST_BYTES })) {
      decoder.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  decoder.end();
  const { timesOfDay, beforeStart, openDate, orders } = clock.seen;
  const name = basename(path);
  if (firstGun.startMs !== undefined && 2 * beforeStart > timesOfDay) {
    const start = formatWallClock(firstGun.startMs, firstGun.timeZone);
    throw new ScannerError(
      `Most times in ${name} are before the start, ${start}. Are they times since the start? Then give --elapsed. ` +
        `Are they times of day? Then give the day of the first of them, as in --date ${nextDay(start)}. Nothing was stored.`,
    );
  }
  if (openDate !== undefined && orders.size !== 1) {
    throw new ScannerError(
      `${JSON.stringify(openDate)} in ${name} may have the day or the month first, and no other date says which: ` +
        'give --dates dmy or --dates mdy. Nothing was stored.',
    );
  }
  return orders.size === 1 ? [...orders][0] : undefined;
}

function nextDay(start: string): string {
  const dayMs = Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
  return new Date(dayMs + 24 * 3_600_000).toISOString().slice(0, 10);
}
