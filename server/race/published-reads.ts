import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import { parsePublishedRead } from '#server/store/published-reads.ts';
import type { RaceStore } from '#server/store/race-store.ts';

/**
 * Takes reads that other programs publish (FEED.md CF12). That path is at-most-once: a read published while no instance
 * listens, or while Redis refuses the write, is lost, and the log says so.
 */
export function createPublishedReadHandler(
  store: RaceStore,
  metrics: Metrics,
  logger: Logger,
): (payload: string) => void {
  return (payload) => {
    const receivedMs = Date.now();
    const parsed = parsePublishedRead(payload, receivedMs);
    if (!parsed.ok) {
      metrics.publishedReads.inc({ outcome: 'bad' });
      logger.warn(
        { payload: payload.slice(0, 200), reason: parsed.error },
        'Dropped a published read',
      );
      return;
    }
    store.storePublishedScan({ ...parsed.value.scan, receivedMs }, parsed.value.isUntimed).then(
      (isStored) => metrics.publishedReads.inc({ outcome: isStored ? 'stored' : 'duplicate' }),
      (error: unknown) => {
        metrics.publishedReads.inc({ outcome: 'failed' });
        logger.error({ err: error, scan: parsed.value.scan }, 'A published read may not be stored');
      },
    );
  };
}
