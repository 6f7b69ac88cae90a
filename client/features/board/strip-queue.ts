import type { Arrival } from '#client/spectators/arrivals.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

/** Whoever came in is in the strip for so long; of many at once for less, so that all of them are. */
const USUAL_MS: DurationMs = 4 * SECOND_MS;
const LEAST_MS: DurationMs = SECOND_MS;
/** Who came in longer ago is on the pages. */
const NEWS_MS: DurationMs = MINUTE_MS;
/** Within this the turns of a burst are spread: the strip is looked at once a second. */
const SPREAD_MS: DurationMs = 0.75 * NEWS_MS;

/** Who is in the strip, and who was. */
export interface StripTurn {
  readonly shown: string | undefined;
  readonly sinceMs: EpochMs;
  /** Of those who came in lately, who had their turn. */
  readonly done: ReadonlySet<string>;
}

export const NO_TURN: StripTurn = { shown: undefined, sinceMs: -Infinity, done: new Set() };

/**
 * Whose turn it is (SCREENS.md BD5): one after another as they came in, so that nobody of a burst is
 * passed over, then the last of them until somebody else comes. `arrivals` stand newest first.
 */
export function takeTurn(
  before: StripTurn,
  arrivals: readonly Arrival[],
  nowMs: EpochMs,
): StripTurn {
  const ids = arrivals.map(({ result }) => result.runnerId);
  const isThere = before.shown !== undefined && ids.includes(before.shown);
  const waiting = arrivals.filter(
    ({ result, atMs }) => nowMs - atMs < NEWS_MS && !before.done.has(result.runnerId),
  );
  const leftMs = SPREAD_MS - (nowMs - (waiting.at(-1)?.atMs ?? nowMs));
  const stayMs = Math.max(LEAST_MS, Math.min(USUAL_MS, leftMs / waiting.length));
  if (isThere && (waiting.length === 0 || nowMs - before.sinceMs < stayMs)) {
    if (waiting.length > 0 || before.shown === ids[0]) return before;
    // Nobody waits: the strip rests with the last one.
    if (nowMs - before.sinceMs < USUAL_MS) return before;
  }
  const shown = waiting.at(-1)?.result.runnerId ?? ids[0];
  if (shown === before.shown) return before;
  const done = new Set([...before.done].filter((id) => ids.includes(id)));
  if (shown !== undefined) done.add(shown);
  return { shown, sinceMs: nowMs, done };
}
