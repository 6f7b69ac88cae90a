import type { PageSignals } from '#client/live/page-signals.ts';
import type { Timers } from '#client/live/timers.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { MarshalAnswer } from './marshal-http.ts';
import type { MarshalLine } from './marshal-line.ts';
import { createWakeLoop } from './wake-loop.ts';

const POLL_MS = 30 * SECOND_MS;

export interface WatcherParts {
  readonly line: MarshalLine;
  readonly timers: Timers;
  readonly signals: Pick<PageSignals, 'isHidden'>;
  readonly get: (pass: string, tag: string | undefined) => Promise<MarshalAnswer>;
  readonly onAnswer: () => void;
}

/**
 * Asks who is due at the point (SCREENS.md MR7): every 30 s while the page is visible, and whenever there may be news.
 */
export function watchPoint(parts: WatcherParts): () => Promise<void> {
  const { line, timers, signals, get, onAnswer } = parts;
  return createWakeLoop(timers, async () => {
    const { pass, seen } = line.getSnapshot();
    // Becoming visible wakes it.
    if (pass === undefined || signals.isHidden()) return undefined;
    const askedMs = timers.now();
    const answer = await get(pass, seen?.tag);
    line.hear(pass, answer);
    if (answer.kind === 'answered') {
      if (!line.see(pass, { ...answer, askedMs })) line.fail('server');
    } else if (answer.kind === 'unchanged' && seen) {
      line.seeAgain(pass, seen, answer.serverMs, askedMs);
    }
    if (answer.kind !== 'failed') onAnswer();
    return POLL_MS;
  });
}
