import type { PageSignals } from '#client/live/page-signals.ts';
import type { Timers } from '#client/live/timers.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { MarshalAnswer } from './marshal-http.ts';
import type { MarshalLine } from './marshal-line.ts';

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
export class PointWatcher {
  readonly #parts: WatcherParts;
  #isAsking = false;
  #isAsked = false;
  #cancelWait: () => void = () => undefined;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
  }

  async wake(): Promise<void> {
    this.#isAsked = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#cancelWait();
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.#ask();
      }
    } catch (error) {
      reportError(error);
    } finally {
      this.#isAsking = false;
      this.#cancelWait = this.#parts.timers.after(POLL_MS, () => {
        // Becoming visible again wakes it.
        if (!this.#parts.signals.isHidden()) void this.wake();
      });
    }
  }

  async #ask(): Promise<void> {
    const { line, timers, get, onAnswer } = this.#parts;
    const { pass, seen } = line.getSnapshot();
    if (pass === undefined) return;
    const askedMs = timers.now();
    const answer = await get(pass, seen?.tag);
    line.hear(pass, answer);
    if (answer.kind === 'answered') {
      if (!line.see(pass, { ...answer, askedMs })) line.fail('server');
    } else if (answer.kind === 'unchanged' && seen) {
      line.seeAgain(pass, seen, answer.serverMs, askedMs);
    }
    if (answer.kind !== 'failed') onAnswer();
  }
}
