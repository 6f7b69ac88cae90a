import type { EventCode, RunnerId } from '#shared/model/ids.ts';

interface StartRead {
  readonly event: EventCode;
  readonly isAtMat: boolean;
}

/** The runners of each event who were read at the start (RULES.md ST11). */
export class StartReads {
  readonly #reads = new Map<RunnerId, StartRead>();
  /** The number of runners that a start mat read. */
  readonly #counts = new Map<EventCode, number>();

  /** Without an event for a runner who was not read there, or was deleted. */
  put(runnerId: RunnerId, event?: EventCode, isAtMat = false): void {
    const before = this.#reads.get(runnerId);
    if (before?.isAtMat) this.#count(before.event, -1);
    if (event === undefined) {
      this.#reads.delete(runnerId);
      return;
    }
    if (isAtMat) this.#count(event, 1);
    this.#reads.set(runnerId, { event, isAtMat });
  }

  isRead(runnerId: RunnerId): boolean {
    return this.#reads.has(runnerId);
  }

  has(event: EventCode): boolean {
    return (this.#counts.get(event) ?? 0) > 0;
  }

  #count(event: EventCode, change: number): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + change);
  }
}
