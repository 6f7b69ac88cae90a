import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { type HealthBody, HEALTH_LIMITS, type HealthTopic } from '#shared/wire/health-api.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { describeNotice } from '#client/organisers/texts/describe-notice.ts';

import type { HealthWords, RemedyName } from './health-words.ts';

export interface HealthLine {
  readonly key: string;
  readonly topic: HealthTopic;
  /** Its name, where the topic does not say enough. */
  readonly name?: string;
  /** `unknown`: nothing is known to be wrong, but something is not known. */
  readonly state: 'well' | 'attention' | 'unknown';
  readonly says: string;
  /** What the service says of it, in the sentences of Missing and `/readyz`. */
  readonly details: readonly string[];
  readonly remedy: RemedyName;
}

/** The state of each thing, those that need attention first. What was not measured is only said to be unknown. */
export function describeHealth(
  body: HealthBody,
  words: HealthWords,
  timeZone: string,
): readonly HealthLine[] {
  const context: Context = {
    body,
    words,
    tell: (atMs) => tellTime(atMs, body.atMs, timeZone),
    find: (topic) => body.findings.filter((each) => each.topic === topic).map(({ text }) => text),
    describe: (notice) => describeNotice(notice, timeZone) ?? [],
  };
  const isAsked = body.database.writtenMs !== undefined;
  const lines: readonly HealthLine[] = [
    describeDatabase(context),
    describeDisk(context),
    ...(isAsked
      ? [
          ...describeSources(context),
          ...describeInstances(context),
          describeDelay(context),
          describePush(context),
          describeSignIns(context),
        ]
      : (['sources', 'instances', 'delay', 'push', 'signIns'] as const).map((topic) =>
          line(topic, 'unknown', words.notKnown),
        )),
    describeBackup(context),
  ];
  const attention = lines.filter(({ state }) => state === 'attention');
  return [...attention, ...lines.filter(({ state }) => state !== 'attention')];
}

interface Context {
  readonly body: HealthBody;
  readonly words: HealthWords;
  readonly tell: (atMs: EpochMs) => string;
  readonly find: (topic: HealthTopic) => readonly string[];
  readonly describe: (notice: Notice) => string | readonly [];
}

function line(
  topic: HealthTopic,
  state: HealthLine['state'],
  says: string,
  details: readonly string[] = [],
  name?: string,
  remedy: RemedyName = topic,
): HealthLine {
  if (name === undefined) return { key: topic, topic, state, says, details, remedy };
  return { key: `${topic} ${name}`, topic, name, state, says, details, remedy };
}

function describeDatabase({ body, words, tell, find, describe }: Context): HealthLine {
  const { isConnected, writtenMs } = body.database;
  const unreadable = body.notices.filter(({ kind }) => kind.endsWith('unreadable'));
  const details = [...find('database'), ...unreadable.flatMap(describe)];
  const isUnexplained = !body.isReady && body.findings.length === 0;
  if (!isConnected) return line('database', 'attention', words.away, details);
  if (writtenMs === undefined) return line('database', 'attention', words.notWritten, details);
  if (isUnexplained) return line('database', 'attention', words.notReady, details);
  const says = words.written(tell(writtenMs));
  if (details.length > 0) return line('database', 'attention', says, details);
  return line('database', body.promises.length > 0 ? 'unknown' : 'well', says, body.promises);
}

function describeDisk({ body, words, find }: Context): HealthLine {
  const { freeBytes } = body.database;
  const details = find('disk');
  if (freeBytes === undefined && details.length === 0) {
    return line('disk', 'unknown', words.diskElsewhere);
  }
  const says = freeBytes === undefined ? '' : words.free(tellSize(freeBytes));
  return line('disk', details.length > 0 ? 'attention' : 'well', says, details);
}

function describeSources({ body, words, tell, describe }: Context): readonly HealthLine[] {
  const detailsBySource = new Map<string, string[]>();
  const hasOtherFault = new Set<string>();
  for (const notice of body.notices) {
    if (!('source' in notice)) continue;
    if (!isOfClockAlone(notice)) hasOtherFault.add(notice.source);
    detailsBySource.set(notice.source, [
      ...(detailsBySource.get(notice.source) ?? []),
      ...[describe(notice)].flat(),
    ]);
  }
  const lines = body.sources.map((each): HealthLine => {
    const { source, heardMs, isSilent, lastReadMs, unsent } = each;
    const details = detailsBySource.get(source) ?? [];
    detailsBySource.delete(source);
    const isBehind = (unsent ?? 0) > HEALTH_LIMITS.unsent;
    const says = [
      lastReadMs === undefined ? words.noRead : words.lastRead(tell(lastReadMs)),
      (isSilent ? words.silentSince : words.heard)(tell(heardMs)),
      ...(unsent === undefined ? [] : [words.unsent(unsent)]),
    ].join(' ');
    const state = isSilent || isBehind || details.length > 0 ? 'attention' : 'well';
    const isClockAlone = !isSilent && !isBehind && !hasOtherFault.has(source);
    return line('sources', state, says, details, source, isClockAlone ? 'clock' : 'sources');
  });
  // Sources whose scanner has ended but whose reads still do not fit.
  const others = [...detailsBySource]
    .filter(([, details]) => details.length > 0)
    .map(([source, details]) =>
      line(
        'sources',
        'attention',
        '',
        details,
        source,
        hasOtherFault.has(source) ? 'sources' : 'clock',
      ),
    );
  const all = [...lines, ...others];
  return all.length > 0 ? all : [line('sources', 'unknown', words.noSource)];
}

function isOfClockAlone(notice: Notice): boolean {
  if (notice.kind === 'reader') return !notice.isBatteryLow;
  return ['clock', 'clock-suspected', 'sources-swapped'].includes(notice.kind);
}

function describeInstances({ body, words, tell, find }: Context): readonly HealthLine[] {
  const lines = body.instances.map((each, index): HealthLine => {
    const { sinceMs, heardMs, release, viewers, isSilent } = each;
    const says = isSilent
      ? words.silentSince(tell(heardMs))
      : words.running(tell(sinceMs), release, viewers);
    const name = body.instances.length > 1 ? String(index + 1) : undefined;
    return line('instances', isSilent ? 'attention' : 'well', says, [], name);
  });
  const clock = find('instances');
  if (clock.length === 0) return lines;
  const own = line('instances', 'attention', words.serverClock, clock);
  return [...lines, { ...own, key: 'clock' }];
}

function describeDelay({ body, words }: Context): HealthLine {
  const { pushIntervalMs, lately } = body;
  const { pushedScans, slowestMs } = lately;
  const isOverloaded = pushIntervalMs > HEALTH_LIMITS.pushIntervalMs;
  const says = [
    pushedScans === 0 ? words.nothingPushed : words.pushed(pushedScans, tellSpan(slowestMs)),
    ...(isOverloaded ? [words.overloaded(tellSpan(pushIntervalMs))] : []),
  ].join(' ');
  const isSlow = isOverloaded || slowestMs > HEALTH_LIMITS.slowestMs;
  return line('delay', isSlow ? 'attention' : 'well', says);
}

function describeBackup({ body, words, tell, find }: Context): HealthLine {
  const { isWanted, newest } = body.backup;
  const details = find('backup');
  const state = details.length > 0 ? 'attention' : newest ? 'well' : 'unknown';
  const none = isWanted ? words.noBackupYet : words.noBackupWanted;
  const says = newest ? words.backedUp(tell(newest.atMs), tellSize(newest.bytes)) : none;
  return line('backup', state, !newest && details.length > 0 ? '' : says, details);
}

function describePush({ body, words }: Context): HealthLine {
  const { organisers = 0, spectators = 0 } = body.push;
  const { failedPushes } = body.lately;
  const alerted = organisers + spectators > 0 ? [words.alerted(organisers, spectators)] : [];
  const says = [...alerted, ...(organisers === 0 ? [words.noOrganiserAlerted] : [])];
  if (failedPushes > 0) says.unshift(words.failedPushes(failedPushes));
  const state = failedPushes > 0 ? 'attention' : organisers === 0 ? 'unknown' : 'well';
  return line('push', state, says.join(' '));
}

function describeSignIns({ body, words }: Context): HealthLine {
  const { refusedSignIns } = body.lately;
  const isMany = refusedSignIns > HEALTH_LIMITS.refusedSignIns;
  return line('signIns', isMany ? 'attention' : 'well', words.refused(refusedSignIns));
}

/** `10:04:12` on the clock of the race, with its day when that is another one. */
export function tellTime(atMs: EpochMs, nowMs: EpochMs, timeZone: string): string {
  const [day, time] = split(atMs, timeZone);
  return day === split(nowMs, timeZone)[0] ? time : `${day} ${time}`;
}

function split(atMs: EpochMs, timeZone: string): [day: string, time: string] {
  const stored = formatWallClock(atMs, timeZone);
  return [stored.slice(0, 10), stored.slice(11).replaceAll('-', ':')];
}

function tellSpan(spanMs: DurationMs): string {
  return `${(spanMs / SECOND_MS).toFixed(1)} s`;
}

function tellSize(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.floor(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
