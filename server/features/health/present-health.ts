import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { InstanceNote } from '#server/store/instance-notes.ts';
import type { ScannerNote } from '#server/store/scanner-notes.ts';
import type { Finding } from './finding.ts';
import type { Findings } from './redis-check.ts';
import type { ClockSuspicions } from '#server/race/clock-suspicions.ts';
import type { Unreadable } from '#server/store/unreadable.ts';

/** What is known besides the answers of Redis. */
export interface HealthFacts {
  readonly isReady: boolean;
  readonly isConnected: boolean;
  /** Problems and the warnings to act on, the worst first. */
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
  readonly backup: HealthBody['backup'];
  readonly sourceSilentMs: DurationMs;
}

/**
 * The health as organisers see it (PROTOCOL.md HC1): the findings of the last check, and nothing assumed for the rest.
 */
export function presentHealth(findings: Findings, facts: HealthFacts): HealthBody {
  const { freeBytes, writtenMs, pushSubscriptions, alarmBrowsers } = findings;
  const { scanners = [], silent, instances = [], promises = [] } = findings;
  const sumOf = (read: (note: InstanceNote) => number): number =>
    instances.reduce((sum, note) => sum + read(note), 0);
  const mostOf = (read: (note: InstanceNote) => number): number =>
    Math.max(0, ...instances.map(read));
  return {
    atMs: Date.now(),
    isReady: facts.isReady,
    findings: facts.findings.map(({ topic, text }) => ({ topic, text })),
    promises,
    notices: facts.notices,
    database: {
      isConnected: facts.isConnected,
      ...(writtenMs === undefined ? {} : { writtenMs }),
      ...(freeBytes === undefined ? {} : { freeBytes }),
    },
    sources: scanners.map((note) => presentSource(note, silent.includes(note))),
    instances: instances.map((note) => presentInstance(note, writtenMs, facts.sourceSilentMs)),
    backup: facts.backup,
    push: {
      ...(alarmBrowsers === undefined ? {} : { organisers: alarmBrowsers }),
      ...(pushSubscriptions === undefined ? {} : { spectators: pushSubscriptions }),
    },
    lately: {
      refusedSignIns: sumOf((note) => note.refusedSignIns),
      failedPushes: sumOf((note) => note.failedPushes),
      pushedScans: sumOf((note) => note.pushedScans),
      slowestMs: mostOf((note) => note.slowestMs),
    },
    pushIntervalMs: mostOf((note) => note.pushIntervalMs),
  };
}

function presentSource(
  { source, atMs, lastReadMs, unsent }: ScannerNote,
  isSilent: boolean,
): HealthBody['sources'][number] {
  return {
    source,
    heardMs: atMs,
    isSilent,
    ...(lastReadMs === undefined ? {} : { lastReadMs }),
    ...(unsent === undefined ? {} : { unsent }),
  };
}

function presentInstance(
  { atMs, sinceMs, release, viewers }: InstanceNote,
  nowMs: EpochMs = atMs,
  silentMs: DurationMs,
): HealthBody['instances'][number] {
  return { heardMs: atMs, isSilent: nowMs - atMs >= silentMs, sinceMs, release, viewers };
}

/** The findings that are no sentences of `/readyz`: each screen words them itself. */
export function listOtherNotices(
  { clocks, silent, readers }: Findings,
  { count, named }: Unreadable,
  suspicions: Pick<ClockSuspicions, 'listNotices'>,
): Notice[] {
  return [
    ...clocks.map(({ source, aheadMs }): Notice => ({ kind: 'clock', source, aheadMs })),
    ...suspicions.listNotices(),
    ...silent.map(noticeSilence),
    ...readers.map(({ source, reader }): Notice => ({ kind: 'reader', source, ...reader })),
    ...named.map((one): Notice => ({ kind: 'unreadable', ...one })),
    ...(count > named.length
      ? [{ kind: 'more-unreadable', count: count - named.length } as const]
      : []),
  ];
}

function noticeSilence({ source, atMs, lastReadMs }: ScannerNote): Notice {
  const notice = { kind: 'silent-source', source, heardMs: atMs } as const;
  return lastReadMs === undefined ? notice : { ...notice, lastReadMs };
}
