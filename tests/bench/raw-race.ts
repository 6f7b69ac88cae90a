import { readFileSync } from 'node:fs';

import { parseBandId } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { createScanId, type StoredScan } from '#shared/model/scan.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import { createRunner, type Field } from './field.ts';

/** The wristband and the epoch seconds of a raw line of ChronoTrack: `TO~<seq>~<tag>~<n>~<n>~<seconds>~…`. */
const LINE = /^TO~\d+~(\d+)~\d+~\d+~(\d+\.\d+)~/;

/**
 * Reads what a timing controller wrote at one mat for start and finish. People are not in such a
 * file: each tag gets an invented runner.
 */
export function readRawRace(path: string): Field {
  const scans = new Map<string, StoredScan>();
  const tags = new Set<number>();
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const [, tag = '', seconds = ''] = LINE.exec(line) ?? [];
    const bandId = parseBandId(String(Number(tag)));
    if (tag === '' || bandId === undefined) continue;
    const timeMs = Math.round(Number(seconds) * SECOND_MS);
    const scan = { bandId, points: ['start', 'finish'] as const, timeMs, source: 'mat' };
    const scanId = createScanId(scan);
    scans.set(scanId, { scanId, ...scan, receivedMs: timeMs });
    tags.add(Number(tag));
  }
  const inOrder = [...scans.values()].toSorted((a, b) => a.timeMs - b.timeMs);
  const [first] = inOrder;
  if (!first) throw new Error(`${path} has no lines such as TO~1~9511~160~18~1620458668.64~…`);
  return {
    config: {
      ...DEFAULT_CONFIG,
      raceStart: formatWallClock(first.timeMs, DEFAULT_CONFIG.timeZone),
    },
    runners: [...tags].map((tag) => createRunner(tag - 1)),
    scans: inOrder,
  };
}
