import type { EpochMs } from '#shared/model/time.ts';

import { type AnnouncedArrival, type LoggedArrival, type Notice, findChange } from './notices.ts';

/**
 * The arrivals at a point in the order in which the page heard of them, each as it is and as it was announced, and of
 * whom these differ until the commentator has announced it (SCREENS.md CO3).
 */
export class Announcements {
  readonly #all = new Map<string, AnnouncedArrival>();
  /** Runners whose state differs from what was announced, the latest last. */
  readonly #noticed = new Set<string>();

  get size(): number {
    return this.#all.size;
  }

  find(runnerId: string): AnnouncedArrival | undefined {
    return this.#all.get(runnerId);
  }

  runnerIds(): Iterable<string> {
    return this.#all.keys();
  }

  /** Those that differ, the latest first. */
  listNoticed(): readonly string[] {
    return [...this.#noticed].toReversed();
  }

  /** The arrivals known after the first `order`. */
  listSince(order: number): readonly LoggedArrival[] {
    return [...this.#all.values()].slice(order).map(({ arrival }) => arrival);
  }

  /** The differences from what was announced, the latest first. */
  listNotices(): readonly Notice[] {
    return this.listNoticed().flatMap((runnerId): Notice[] => {
      const { arrival, announced, noticedMs = 0 } = this.#all.get(runnerId) ?? {};
      const change = arrival && announced && findChange(announced, arrival);
      return change ? [{ ...change, arrival, noticedMs }] : [];
    });
  }

  /** The commentator has announced the current state: of one runner, or of all. */
  acknowledge(runnerId?: string): void {
    for (const id of runnerId === undefined ? this.#noticed : [runnerId]) {
      const arrival = this.find(id)?.arrival;
      if (arrival) this.recall(arrival, undefined);
      this.#noticed.delete(id);
    }
  }

  /** Puts it in the place of what is known of the runner; `sinceMs` is since when it differs, if it does. */
  put(arrival: LoggedArrival, announced: LoggedArrival, sinceMs: EpochMs): void {
    const { runnerId } = arrival.result;
    const isNotice = findChange(announced, arrival) !== undefined;
    this.#all.set(runnerId, { arrival, announced, noticedMs: isNotice ? sinceMs : undefined });
    this.#noticed.delete(runnerId);
    if (isNotice) this.#noticed.add(runnerId);
  }

  /** Takes it as announced, whatever it is compared with later. */
  recall(arrival: LoggedArrival, noticedMs: EpochMs | undefined): void {
    this.#all.set(arrival.result.runnerId, { arrival, announced: arrival, noticedMs });
  }

  clear(): void {
    this.#all.clear();
    this.#noticed.clear();
  }
}
