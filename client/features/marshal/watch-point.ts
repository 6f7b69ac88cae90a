import type { PageSignals } from '#client/live/page-signals.ts';
import type { Timers } from '#client/live/timers.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import type { MarshalBody } from '#shared/wire/marshal-api.ts';

import type { MarshalAnswer } from './marshal-http.ts';
import type { MarshalLine } from './marshal-line.ts';
import { createWakeLoop } from './wake-loop.ts';

const POLL_MS = 30 * SECOND_MS;

export interface WatcherParts {
  readonly line: MarshalLine;
  readonly timers: Timers;
  readonly signals: Pick<PageSignals, 'isHidden'>;
  readonly get: (pass: string, tag: string | undefined) => Promise<MarshalAnswer<MarshalBody>>;
  /** Called after an answer: taps can probably be sent now. */
  readonly onAnswer: () => void;
}

/** Fetches who is due at the point (SCREENS.md MR7): when woken, and every 30 s while the page is visible. */
export function watchPoint(parts: WatcherParts): () => Promise<void> {
  const { line, timers, signals, get, onAnswer } = parts;
  return createWakeLoop(timers, async () => {
    const { pass, seen } = line.getSnapshot();
    // Becoming visible wakes it.
    if (pass === undefined || signals.isHidden()) return undefined;
    const askedMs = timers.now();
    const answer = await get(pass, seen?.tag);
    line.see(pass, answer, askedMs);
    if (answer.kind !== 'failed') onAnswer();
    return POLL_MS;
  });
}
