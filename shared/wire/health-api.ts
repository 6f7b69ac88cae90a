import type { DurationMs, EpochMs } from '../model/time.ts';
import type { Notice } from './missing-api.ts';

export type HealthTopic =
  | 'database'
  | 'disk'
  | 'sources'
  | 'instances'
  | 'delay'
  | 'backup'
  | 'push'
  | 'signIns';

/** A scanner that has not ended. */
export interface SourceHealth {
  readonly source: string;
  readonly heardMs: EpochMs;
  readonly isSilent: boolean;
  /** Absent before its first read. */
  readonly lastReadMs?: EpochMs;
  /** Reads in its journal when it was last heard; absent if it does not report them. */
  readonly unsent?: number;
}

/** A web instance that has not ended; a worker counts as one. */
export interface InstanceHealth {
  readonly heardMs: EpochMs;
  readonly isSilent: boolean;
  readonly sinceMs: EpochMs;
  readonly release: string;
  readonly viewers: number;
}

/** GET /health/state. Absent values are unknown. Times are by the clock of Redis, `atMs` by that of the server. */
export interface HealthBody {
  readonly atMs: EpochMs;
  /** As in `/readyz`: what is shown is right and what is saved is kept. */
  readonly isReady: boolean;
  /** Present and imminent problems, in the sentences of `/readyz`. */
  readonly findings: readonly { readonly topic: HealthTopic; readonly text: string }[];
  /** Where Redis has promised less than a race needs from the first check on. */
  readonly promises: readonly string[];
  /** Clocks, batteries, silence and unreadable records. */
  readonly notices: readonly Notice[];
  readonly database: {
    readonly isConnected: boolean;
    /** The last accepted test write. */
    readonly writtenMs?: EpochMs;
    /** Free space on the disk of a Redis of this machine. */
    readonly freeBytes?: number;
  };
  readonly sources: readonly SourceHealth[];
  readonly instances: readonly InstanceHealth[];
  readonly backup: {
    /** A folder for automatic backups is set. */
    readonly isWanted: boolean;
    readonly newest?: { readonly atMs: EpochMs; readonly bytes: number };
  };
  readonly push: {
    /** Organisers' browsers that get alarms, and spectators' that get news of runners. */
    readonly organisers?: number;
    readonly spectators?: number;
  };
  /** In the last five minutes, at all instances together. */
  readonly lately: {
    readonly refusedSignIns: number;
    readonly failedPushes: number;
    readonly pushedScans: number;
    /** The longest time of these from Redis to the message; 0 without any. */
    readonly slowestMs: DurationMs;
  };
  /** The longest present pause between results messages, at any instance. */
  readonly pushIntervalMs: DurationMs;
}

/** From these values on a figure needs attention: those of the alerts in docs/operations/alerts.yml. */
export const HEALTH_LIMITS = {
  unsent: 20,
  refusedSignIns: 30,
  slowestMs: 2_000,
  pushIntervalMs: 800,
} as const;
