import type { Logger } from '#server/observe/logger.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { LocalSessions } from './local-sessions.ts';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;

/** Regularly removes ended sessions from the record, so that they do not pile up. */
export class SessionSweeper {
  readonly #sessions: LocalSessions;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(sessions: LocalSessions, logger: Logger) {
    this.#sessions = sessions;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sweep(), SWEEP_EVERY_MS).unref();
    void this.#sweep();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #sweep(): Promise<void> {
    try {
      const swept = await this.#sessions.sweep();
      if (swept > 0) this.#logger.debug({ swept }, 'Sessions that were over are swept');
    } catch (error) {
      this.#logger.debug({ err: error }, 'Sessions could not be swept; the next time will do it');
    }
  }
}
