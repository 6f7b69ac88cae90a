import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { type HealthBody, HEALTH_LIMITS, type HealthTopic } from '#shared/wire/health-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { describeTime, formatDay } from '#client/organisers/runners/describe-last-seen.ts';
import { describeNotice } from '#client/organisers/texts/describe-notice.ts';

export interface HealthLine {
  readonly key: string;
  readonly topic: HealthTopic;
  /** `Scanner hill`. */
  readonly title: string;
  /** `unknown`: nothing is known to be wrong, but not everything could be checked. */
  readonly state: 'well' | 'attention' | 'unknown';
  readonly text: string;
  /** The service's notices, as in `/readyz`. */
  readonly details: readonly string[];
}

const TITLES: Readonly<Record<HealthTopic, string>> = {
  database: 'Database',
  disk: 'Disk',
  sources: 'Scanner',
  instance: 'Web service',
  delay: 'From scan to page',
  backup: 'Backup',
};

/** The sections of docs/runbook.md that say what to do. */
export const REMEDIES: Readonly<Record<HealthTopic, string>> = {
  database: 'Redis is gone or fails over',
  disk: 'The disk is 90 % full',
  sources: 'A source is silent',
  instance: 'A clock is wrong',
  delay: 'The page says catching up',
  backup: 'No backup is made',
};

/** A line for each part of the service; those that need attention come first. */
export function describeHealth(body: HealthBody, timeZone: string): readonly HealthLine[] {
  const context: Context = {
    body,
    timeOf: (atMs) => describeTime(atMs, timeZone, formatDay(body.atMs, timeZone)),
    find: (topic) => body.findings.filter((each) => each.topic === topic).map(({ text }) => text),
    describe: (notice) => describeNotice(notice, timeZone) ?? [],
  };
  const isAsked = body.database.writtenMs !== undefined;
  const lines: readonly HealthLine[] = [
    describeDatabase(context),
    describeDisk(context),
    ...(isAsked
      ? describeSources(context)
      : [line('sources', 'unknown', 'Unknown while the database does not answer.')]),
    describeInstance(context),
    describeDelay(context),
    describeBackup(context),
  ];
  const attention = lines.filter(({ state }) => state === 'attention');
  return [...attention, ...lines.filter(({ state }) => state !== 'attention')];
}

interface Context {
  readonly body: HealthBody;
  readonly timeOf: (atMs: EpochMs) => string;
  readonly find: (topic: HealthTopic) => readonly string[];
  readonly describe: (notice: Notice) => string | readonly [];
}

function line(
  topic: HealthTopic,
  state: HealthLine['state'],
  text: string,
  details: readonly string[] = [],
  name = '',
): HealthLine {
  const [key, title] = [topic, TITLES[topic]].map((start) => `${start} ${name}`.trim());
  return { key: key ?? topic, title: title ?? '', topic, state, text, details };
}

function describeDatabase({ body, timeOf, find, describe }: Context): HealthLine {
  const { isConnected, writtenMs } = body.database;
  const unreadable = body.notices.filter(({ kind }) => kind.endsWith('unreadable'));
  const details = [...find('database'), ...unreadable.flatMap(describe)];
  const isUnexplained = !body.isReady && body.findings.length === 0;
  if (!isConnected) return line('database', 'attention', 'It cannot be reached.', details);
  if (writtenMs === undefined) {
    return line('database', 'attention', 'It does not accept changes.', details);
  }
  if (isUnexplained) {
    const text = 'The race is still being loaded, or the service is shutting down.';
    return line('database', 'attention', text, details);
  }
  const text = `It answers; the last test write was accepted at ${timeOf(writtenMs)}.`;
  if (details.length > 0) return line('database', 'attention', text, details);
  return line('database', body.promises.length > 0 ? 'unknown' : 'well', text, body.promises);
}

function describeDisk({ body, find }: Context): HealthLine {
  const { freeBytes } = body.database;
  const details = find('disk');
  if (freeBytes === undefined && details.length === 0) {
    const text = 'Not measured: the database is on another computer, or keeps no files.';
    return line('disk', 'unknown', text);
  }
  const text =
    freeBytes === undefined
      ? ''
      : `${formatSize(freeBytes)} free where the database keeps its files.`;
  return line('disk', details.length > 0 ? 'attention' : 'well', text, details);
}

/** The running scanners. Notices about them, as of a wrong clock, are on Control. */
function describeSources({ body, timeOf }: Context): readonly HealthLine[] {
  const lines = body.sources.map(({ source, heardMs, isSilent, lastReadMs, unsent }) => {
    const text = [
      lastReadMs === undefined ? 'No reads yet.' : `Last read at ${timeOf(lastReadMs)}.`,
      `${isSilent ? 'Not heard since' : 'Last heard at'} ${timeOf(heardMs)}.`,
      ...(unsent === undefined ? [] : [describeUnsent(unsent)]),
    ].join(' ');
    const isBehind = (unsent ?? 0) > HEALTH_LIMITS.unsent;
    return line('sources', isSilent || isBehind ? 'attention' : 'well', text, [], source);
  });
  return lines.length > 0 ? lines : [line('sources', 'unknown', 'No live scanner is running.')];
}

function describeUnsent(count: number): string {
  if (count === 0) return 'No reads are waiting to be sent.';
  return count === 1 ? '1 read is waiting to be sent.' : `${count} reads are waiting to be sent.`;
}

/** The process that answers; further ones are watched by the alerts of docs/operations. */
function describeInstance({ body, timeOf, find }: Context): HealthLine {
  const { sinceMs, release, viewers } = body.instance;
  const text = `This process has run since ${timeOf(sinceMs)}, release ${release}, with ${count(viewers, 'spectator')} connected.`;
  const wrong = find('instance');
  return line('instance', wrong.length > 0 ? 'attention' : 'well', text, wrong);
}

function describeDelay({ body: { pushIntervalMs } }: Context): HealthLine {
  const isSlow = pushIntervalMs > HEALTH_LIMITS.pushIntervalMs;
  const text = `Pages are updated up to every ${formatSpan(pushIntervalMs)}.`;
  return line('delay', isSlow ? 'attention' : 'well', text);
}

function describeBackup({ body, timeOf, find }: Context): HealthLine {
  const { isWanted, newest } = body.backup;
  const details = find('backup');
  const state = details.length > 0 ? 'attention' : newest ? 'well' : 'unknown';
  if (newest) {
    const text = `The last one is from ${timeOf(newest.atMs)}, ${formatSize(newest.bytes)}.`;
    return line('backup', state, text, details);
  }
  const none = isWanted
    ? 'None yet: the first is made ten minutes after the start.'
    : 'Automatic backups are off: BACKUP_DIR is not set.';
  return line('backup', state, details.length > 0 ? '' : none, details);
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

function formatSpan(spanMs: DurationMs): string {
  return `${(spanMs / SECOND_MS).toFixed(1)} s`;
}

function formatSize(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.floor(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
