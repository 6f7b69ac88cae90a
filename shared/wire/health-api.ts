import type { DurationMs, EpochMs } from '../model/time.ts';
import type { Notice } from './missing-api.ts';

/** What organisers are told the health of, in the order in which the screen has it (SCREENS.md HE). */
export const HEALTH_TOPICS = [
  'database',
  'disk',
  'sources',
  'instances',
  'delay',
  'backup',
  'push',
  'signIns',
] as const;
export type HealthTopic = (typeof HEALTH_TOPICS)[number];

/** A scanner that has not ended. */
export interface SourceHealth {
  readonly source: string;
  readonly heardMs: EpochMs;
  readonly isSilent: boolean;
  /** Absent before its first read. */
  readonly lastReadMs?: EpochMs;
  /** Reads that waited in its journal when it was heard; absent where it does not say. */
  readonly unsent?: number;
}

/** A web instance that has not ended, a worker being one. */
export interface InstanceHealth {
  readonly heardMs: EpochMs;
  readonly isSilent: boolean;
  readonly sinceMs: EpochMs;
  readonly release: string;
  readonly viewers: number;
}

/** GET /health/state. What is absent is not known. Times are by the clock of Redis, `atMs` by that of the server. */
export interface HealthBody {
  readonly atMs: EpochMs;
  /** As `/readyz` has it: what is shown is right and what is saved is kept. */
  readonly isReady: boolean;
  /** What is amiss and what is about to be, in the sentences of `/readyz`. */
  readonly findings: readonly { readonly topic: HealthTopic; readonly text: string }[];
  /** What Redis promises less than a race needs, and did when it was first asked. */
  readonly promises: readonly string[];
  /** Clocks, batteries, silence and what cannot be read. */
  readonly notices: readonly Notice[];
  readonly database: {
    readonly isConnected: boolean;
    /** When a write was tried last and taken. */
    readonly writtenMs?: EpochMs;
    /** Room left on the disk of a Redis of this machine. */
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
    /** Organisers' browsers that are told of alarms, and spectators' that are told of runners. */
    readonly organisers?: number;
    readonly spectators?: number;
  };
  /** Of the last five minutes, at all instances together. */
  readonly lately: {
    readonly refusedSignIns: number;
    readonly failedPushes: number;
    readonly pushedScans: number;
    /** What the slowest of these took from Redis to the message; 0 without any. */
    readonly slowestMs: DurationMs;
  };
  /** The longest that results messages wait for one another just now, at any instance. */
  readonly pushIntervalMs: DurationMs;
}

/** From here on a figure needs attention: those of the alerts in docs/operations/alerts.yml. */
export const HEALTH_LIMITS = {
  unsent: 20,
  refusedSignIns: 30,
  slowestMs: 2_000,
  pushIntervalMs: 800,
} as const;
