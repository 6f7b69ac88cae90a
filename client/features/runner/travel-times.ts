import { keepText, ofDevice, readText } from '#client/live/kept-texts.ts';
import type { Outlook } from '#shared/forecast/forecast.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

/**
 * How long the people at this device need to get to a point: minutes by event and point.
 */
export type TravelTimes = Readonly<Record<string, number>>;

const KEY = 'splitcast.travel';
/** As many as fit into the field. */
export const MOST_DIGITS = 3;

/** The times kept on the device; invalid ones are left out. */
export function readTravelTimes(): TravelTimes {
  const kept = Object.entries(parseJsonObject(readText(ofDevice, KEY) ?? '') ?? {});
  return Object.fromEntries(kept.filter((entry): entry is [string, number] => isFit(entry[1])));
}

function isFit(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && String(value).length <= MOST_DIGITS;
}

/** Sets the typed time for a point, and keeps the times. Only digits count; without any the time is removed. */
export function keepTravelTime(times: TravelTimes, name: string, typed: string): TravelTimes {
  const { [name]: _, ...others } = times;
  const digits = typed.replaceAll(/\D/g, '').slice(0, MOST_DIGITS);
  const next = digits === '' ? others : { ...others, [name]: Number(digits) };
  keepText(ofDevice, KEY, JSON.stringify(next));
  return next;
}

/** When to leave: by a moment, at once, or it is probably too late. */
export type Departure =
  | { readonly kind: 'by'; readonly atMs: EpochMs }
  | { readonly kind: 'now' }
  | { readonly kind: 'late' };

/** When to leave to be at a point at the earliest moment of the range. */
export function planDeparture(
  { earliestMs, latestMs }: Outlook,
  startedAtMs: EpochMs,
  minutes: number,
  nowMs: EpochMs,
): Departure {
  const travelMs = minutes * MINUTE_MS;
  const atMs = startedAtMs + earliestMs - travelMs;
  if (atMs > nowMs) return { kind: 'by', atMs };
  return { kind: nowMs + travelMs <= startedAtMs + latestMs ? 'now' : 'late' };
}
