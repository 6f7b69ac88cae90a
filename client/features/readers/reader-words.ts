import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { type ListedReader, READER_KINDS } from '#shared/wire/readers-api.ts';
import {
  describeClock,
  describePace,
  type SourceState,
} from '#client/organisers/reads/list-sources.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';

/** `ChronoTrack · backup · Finish · listens on port 10000 for 192.168.1.20`. */
export function describeReader({ reader, file }: ListedReader, config: RaceConfig): string {
  const { kind, isBackup, points, zone, input, host, port, allow } = reader;
  const inputs = {
    connect: `connects to ${host}:${port}`,
    listen: `listens on port ${port} for ${allow.replaceAll(',', ', ')}`,
    file: file ? `reads the file ${file.name}` : 'reads a file, none uploaded yet',
  };
  return join(
    kind === 'guess' ? '' : READER_KINDS[kind],
    isBackup && 'backup',
    points.map((point) => describePoint(point, config)).join(' and '),
    zone && `clock in ${zone}`,
    inputs[input],
  );
}

/** What is known of its reads and its clock: `Last read 12 s ago · 3 reads a minute · clock ok`. */
export function describeFacts(
  { counts }: ListedReader,
  source: SourceState | undefined,
  nowMs: EpochMs,
): string {
  const { lastMs, perMinute } = source ?? {};
  const isRead = lastMs !== undefined;
  return join(
    isRead ? `Last read ${describeSpan(Math.max(0, nowMs - lastMs))} ago` : 'No read yet',
    perMinute !== undefined && `${describePace(perMinute)} reads a minute`,
    source && `clock ${describeClock(source)}`,
    counts && `${countOf(counts.reads, 'read')} since it started`,
    counts && counts.bad > 0 && `bad lines: ${counts.bad}`,
    counts && counts.unsent > 0 && `waiting to be stored: ${counts.unsent}`,
  );
}

function join(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
