import { compareText } from '#shared/scoring/order.ts';

/** The position of a read in the list. */
export interface ReadPlace {
  readonly timeMs: number;
  readonly scanId: string;
}

/** As written in an address; see {@link readPlace}. */
export function writePlace({ timeMs, scanId }: ReadPlace): string {
  return `${timeMs}_${scanId}`;
}

/** Reads what {@link writePlace} wrote; undefined for anything else. */
export function readPlace(text: string): ReadPlace | undefined {
  const [, timeMs, scanId] = /^(-?\d{1,16})_(.+)$/s.exec(text) ?? [];
  return scanId === undefined ? undefined : { timeMs: Number(timeMs), scanId };
}

/** Latest first. */
export function comparePlaces(a: ReadPlace, b: ReadPlace): number {
  return b.timeMs - a.timeMs || compareText(b.scanId, a.scanId);
}
