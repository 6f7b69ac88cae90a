import { randomUUID } from 'node:crypto';

import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { RELEASE } from '#server/config/release.ts';
import type { InstanceNote } from '#server/store/instance-notes.ts';

interface Recent {
  readonly count: number;
  readonly most: number;
}

export interface OwnFigures {
  readonly viewers: number;
  readonly recent: Readonly<Record<'refusedSignIns' | 'failedPushes' | 'scanToPushMs', Recent>>;
}

export class OwnInstance {
  readonly id = randomUUID();
  readonly #figures: OwnFigures;
  readonly #pace: { readonly intervalMs: DurationMs };

  constructor(figures: OwnFigures, pace: { readonly intervalMs: DurationMs }) {
    this.#figures = figures;
    this.#pace = pace;
  }

  /** The present report; `nowMs` is by the clock of Redis. */
  note(nowMs: EpochMs): InstanceNote {
    const { viewers, recent } = this.#figures;
    return {
      atMs: nowMs,
      sinceMs: Math.round(nowMs - process.uptime() * SECOND_MS),
      release: RELEASE,
      viewers,
      pushIntervalMs: this.#pace.intervalMs,
      refusedSignIns: recent.refusedSignIns.count,
      failedPushes: recent.failedPushes.count,
      pushedScans: recent.scanToPushMs.count,
      slowestMs: recent.scanToPushMs.most,
    };
  }
}
