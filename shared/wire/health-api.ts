import type { DurationMs, EpochMs } from '../model/time.ts';
import type { Notice } from './missing-api.ts';

export type HealthTopic = 'database' | 'disk' | 'sources' | 'instance' | 'delay' | 'backup';

export interface SourceHealth {
  readonly source: string;
  readonly heardMs: EpochMs;
  readonly isSilent: boolean;
  /** Absent before its first read. */
  readonly lastReadMs?: EpochMs;
  /** Reads waiting in its journal when last heard; absent if not reported. */
  readonly unsent?: number;
}

/** GET /health/state. Absent values are unknown. Times are by the clock of Redis, but `atMs` by the server's. */
export interface HealthBody {
  readonly atMs: EpochMs;
  /** As in `/readyz`: data are current and changes are saved. */
  readonly isReady: boolean;
  /** Present and imminent problems, as in `/readyz`. */
  readonly findings: readonly { readonly topic: HealthTopic; readonly text: string }[];
  /** Guarantees that Redis has lacked since the first check. */
  readonly promises: readonly string[];
  /** Clocks, batteries, silence and unreadable records. */
  readonly notices: readonly Notice[];
  readonly database: {
    readonly isConnected: boolean;
    /** The last successful test write. */
    readonly writtenMs?: EpochMs;
    /** On the disk of a local Redis. */
    readonly freeBytes?: number;
  };
  readonly sources: readonly SourceHealth[];
  /** The process that answers. */
  readonly instance: {
    readonly sinceMs: EpochMs;
    readonly release: string;
    /** Open live connections of spectators. */
    readonly viewers: number;
  };
  readonly backup: {
    /** A folder for automatic backups is set. */
    readonly isWanted: boolean;
    readonly newest?: { readonly atMs: EpochMs; readonly bytes: number };
  };
  /** The current interval of its results messages. */
  readonly pushIntervalMs: DurationMs;
}

/** Values from which a figure needs attention, as in docs/operations/alerts.yml. */
export const HEALTH_LIMITS = {
  unsent: 20,
  pushIntervalMs: 800,
} as const;
