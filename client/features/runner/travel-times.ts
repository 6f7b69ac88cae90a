import { useSyncExternalStore } from 'react';
import {
  type KeptTexts,
  keepText,
  ofDevice,
  readText,
  watchText,
} from '#client/live/kept-texts.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { Outlook } from '#shared/forecast/look-ahead.ts';
import type { EventCode } from '#shared/model/event.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';

/** In minutes, by {@link nameTravel}. */
type TravelTimes = Readonly<Record<string, number>>;

const KEY = 'splitcast.travel';
/** What fits into three digits. */
export const MOST_MINUTES = 999;
const NONE: TravelTimes = {};

/** How long the people at this device need to get to a point (SCREENS.md RP17). */
export function nameTravel(event: EventCode, point: StagePoint): string {
  return `${event} ${point}`;
}

/** Kept on the device; where the browser keeps nothing as long as the page. */
class TravelStore extends ObservableState<TravelTimes> {
  readonly #texts: () => KeptTexts;

  constructor(texts: () => KeptTexts) {
    super(readTimes(texts));
    this.#texts = texts;
  }

  /** Undefined takes it away. */
  put(name: string, minutes: number | undefined): void {
    const { [name]: _, ...others } = this.getSnapshot();
    const next = minutes === undefined ? others : { ...others, [name]: minutes };
    keepText(this.#texts, KEY, JSON.stringify(next));
    this.update(next);
  }

  /** Another tab has changed something. */
  reread(): void {
    this.update(readTimes(this.#texts));
  }
}

function readTimes(texts: () => KeptTexts): TravelTimes {
  const kept = Object.entries(parseJsonObject(readText(texts, KEY) ?? '') ?? {});
  return Object.fromEntries(kept.filter((entry): entry is [string, number] => isMinutes(entry[1])));
}

function isMinutes(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_MINUTES;
}

export const travelTimes = new TravelStore(ofDevice);

watchText(KEY, () => {
  travelTimes.reread();
});

/** What is kept; renders again after every change, in this tab or another. */
export function useTravelTimes(): TravelTimes {
  return useSyncExternalStore(travelTimes.subscribe, travelTimes.getSnapshot, () => NONE);
}

/** When to leave: until a moment, at once, or it is likely to be too late. */
export type Departure =
  | { readonly kind: 'by'; readonly atMs: EpochMs }
  | { readonly kind: 'now' }
  | { readonly kind: 'late' };

/** When to leave so as to be at a point at the earliest moment of the range (SCREENS.md RP17). */
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
