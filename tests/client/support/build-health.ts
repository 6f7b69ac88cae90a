import type { HealthBody } from '#shared/wire/health-api.ts';

export const HEALTH_MS = Date.UTC(2026, 5, 20, 9, 4, 12);

/** A healthy service at HEALTH_MS, except for the given parts. */
export function buildHealth(given: Partial<HealthBody>): HealthBody {
  return {
    atMs: HEALTH_MS,
    isReady: true,
    findings: [],
    promises: [],
    notices: [],
    database: { isConnected: true, writtenMs: HEALTH_MS, freeBytes: 40.52e9 },
    sources: [
      {
        source: 'hill',
        heardMs: HEALTH_MS - 1_000,
        isSilent: false,
        lastReadMs: HEALTH_MS - 10_000,
        unsent: 0,
      },
    ],
    instance: { sinceMs: HEALTH_MS - 3_600_000, release: '1.2.3', viewers: 12 },
    backup: {
      isWanted: true,
      newest: { atMs: Date.UTC(2026, 5, 19, 22), bytes: 3_200_000 },
    },
    pushIntervalMs: 250,
    ...given,
  };
}
