import type { RunnerId } from '#shared/model/ids.ts';
import { type EventCode, byEvent } from '#shared/model/event.ts';

/** Who of each event was read at the start (RULES.md ST11). */
export class StartReads {
  readonly #events = new Map<RunnerId, EventCode>();
  readonly #counts = byEvent(() => 0);

  /** Undefined for who was not read there, or is gone. */
  put(runnerId: RunnerId, event: EventCode | undefined): void {
    const before = this.#events.get(runnerId);
    if (before === event) return;
    if (before) this.#counts[before] -= 1;
    if (event) {
      this.#counts[event] += 1;
      this.#events.set(runnerId, event);
    } else this.#events.delete(runnerId);
  }

  isRead(runnerId: RunnerId): boolean {
    return this.#events.has(runnerId);
  }

  has(event: EventCode): boolean {
    return this.#counts[event] > 0;
  }
}
