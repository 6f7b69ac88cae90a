import { type ControlEntry, MAX_SUBJECT, type Sighting } from '../model/decisions.ts';
import type { EventCode } from '../model/ids.ts';
import { append, groupBy } from '../model/group-by.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import type { ScoringRules } from '../scoring/scoring-rules.ts';
import type { Notice } from '../wire/missing-api.ts';

import { type CutOffGroup, groupPastCutOffs } from './past-cut-offs.ts';
import {
  type ExpectedTimes,
  findLateness,
  type Lateness,
  type CalledRunner,
  compareNames,
  isNeverSeen,
  nameContradiction,
  type RollCall,
} from './roll-call.ts';

/** A matter at race control (SCREENS.md SY4). */
export type ToDo = {
  /** Names the matter for a claim while it lasts (RULES.md RC7). */
  readonly subject: string;
  /** Names the warning and its evidence, if it can be dismissed: other evidence brings it back. */
  readonly leftAs?: string | undefined;
} & (
  | (AboutRunner & { readonly kind: 'out-not-safe' | 'out-at-closing' | 'contradiction' })
  | (AboutRunner & { readonly kind: 'overdue'; readonly lateness: Lateness })
  | {
      readonly kind: 'silent-point';
      readonly point: TimePoint;
      readonly runners: readonly CalledRunner[];
      /** Undefined if never. */
      readonly lastReadMs: EpochMs | undefined;
    }
  | { readonly kind: 'past-cut-off'; readonly group: CutOffGroup }
  | { readonly kind: 'in-by-laps'; readonly event: EventCode; readonly count: number }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | {
      readonly kind: 'checked-in-unseen' | 'never-seen';
      readonly event: EventCode;
      readonly count: number;
    }
  | { readonly kind: 'to-check' | 'strange-bands'; readonly count: number }
  | { readonly kind: 'sighting'; readonly seen: UndecidedSighting }
);

interface AboutRunner {
  readonly called: CalledRunner;
  /** The status is contradicted, and that is not dismissed. */
  readonly isContradicted: boolean;
}

export interface Situation {
  readonly rollCall: RollCall;
  readonly times: ExpectedTimes;
  readonly lastReads: ReadonlyMap<TimePoint, EpochMs>;
  readonly notices: readonly Notice[];
  readonly toCheck: number;
  readonly strangeBands: number;
  readonly rules: Pick<ScoringRules, 'guns' | 'gunOf' | 'of' | 'courses'>;
  readonly control: readonly ControlEntry[];
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** From this number on, overdue runners at a silent point are due to the mat. */
export const SILENT_POINT = 5;
/** Runners unseen this long after their gun are listed. */
const NEVER_SEEN_AFTER_MS = 15 * MINUTE_MS;

export interface ToDoList {
  readonly open: readonly ToDo[];
  readonly left: readonly ToDo[];
}

/** The matters, worst first: people, mats, sightings, contradictions, the rest. */
export function listToDo(situation: Situation): ToDoList {
  const left = new Set(
    situation.control.flatMap(({ kind, subject }) => (kind === 'left' ? [subject] : [])),
  );
  const { people, contradictions } = listPeople(situation, left);
  const sightings = listSightings(situation).map((seen): ToDo => {
    const subject = `sighting:${seen.reportId}`;
    return { kind: 'sighting', subject, leftAs: subject, seen };
  });
  const all: readonly ToDo[] = [
    ...people,
    ...sightings.filter(isStopSeen),
    ...listCutOffs(situation),
    ...listOverdue(situation),
    ...listNeverSeen(situation, 'checked-in-unseen'),
    ...listNotices(situation.notices),
    ...sightings.filter((one) => !isStopSeen(one)),
    ...contradictions,
    ...listNeverSeen(situation, 'never-seen'),
    ...listCounts(situation),
  ];
  const isLeft = ({ leftAs }: ToDo): boolean => leftAs !== undefined && left.has(leftAs);
  return { open: all.filter((one) => !isLeft(one)), left: all.filter(isLeft) };
}

/** An unidentified runner stopped. */
function isStopSeen(toDo: ToDo): boolean {
  return toDo.kind === 'sighting' && toDo.seen.sighting.kind === 'stopped';
}

/** Runners out and not known to be safe, and contradicted statuses; longest unseen first. */
function listPeople(
  { rollCall, rules }: Situation,
  left: ReadonlySet<string>,
): { readonly people: readonly ToDo[]; readonly contradictions: readonly ToDo[] } {
  const people: (ToDo & AboutRunner)[] = [];
  const contradictions: (ToDo & AboutRunner)[] = [];
  for (const called of rollCall.byId.values()) {
    const { runner, state, contradiction } = called;
    const isOut = state === 'out-not-safe';
    const isOutAtClosing =
      state === 'on-course' && rules.of(runner.event).isClosed && !called.isInByLaps;
    if (!isOut && !isOutAtClosing && !contradiction) continue;
    const leftAs = contradiction && nameContradiction(called);
    const isContradicted = leftAs !== undefined && !left.has(leftAs);
    const about = { subject: `runner:${runner.runnerId}`, called, isContradicted };
    if (isOut) people.push({ ...about, kind: 'out-not-safe' });
    else if (isOutAtClosing) people.push({ ...about, kind: 'out-at-closing' });
    // A runner who is out has a line already.
    if (contradiction && (!isOut || !isContradicted)) {
      contradictions.push({ ...about, kind: 'contradiction', leftAs });
    }
  }
  return {
    people: people.toSorted(compareSeen),
    contradictions: contradictions.toSorted(compareSeen),
  };
}

/** By the last sighting, never seen last, then by name. */
function compareSeen(a: AboutRunner, b: AboutRunner): number {
  const [aMs, bMs] = [a, b].map(({ called }) => called.lastSighting?.atMs ?? Infinity);
  return aMs === bMs ? compareNames(a.called, b.called) : (aMs ?? 0) - (bMs ?? 0);
}

/** Runners past a cut-off, and finishers by laps not known to be in (RULES.md CU2, MS11). */
function listCutOffs({ rollCall, rules, nowMs }: Situation): readonly ToDo[] {
  const groups = groupPastCutOffs(rollCall, { rules, nowMs });
  const byLaps = groupBy(rollCall.byId.values(), ({ state, isInByLaps, runner }) =>
    state === 'on-course' && isInByLaps ? runner.event : undefined,
  );
  return [
    ...Array.from(byLaps, ([event, { length: count }]): ToDo => ({
      kind: 'in-by-laps',
      subject: `in-by-laps:${event}`,
      event,
      count,
    })),
    ...groups.map((group): ToDo => ({ kind: 'past-cut-off', subject: group.key, group })),
  ];
}

/** Overdue runners: one line for many at a point without reads since they were due, else one each. */
function listOverdue({ rollCall, times, lastReads, rules, nowMs }: Situation): readonly ToDo[] {
  const byPoint = new Map<TimePoint, { called: CalledRunner; lateness: Lateness }[]>();
  const alone: { called: CalledRunner; lateness: Lateness }[] = [];
  for (const called of rollCall.byId.values()) {
    const lateness = findLateness(called, times, nowMs);
    if (!lateness?.isOverdue || rules.of(called.runner.event).isClosed) continue;
    const { point, expectedMs } = lateness;
    const isSinceRead = expectedMs > (lastReads.get(point) ?? -Infinity);
    if (isSinceRead) append(byPoint, point, { called, lateness });
    else alone.push({ called, lateness });
  }
  const silent: ToDo[] = [];
  for (const [point, late] of byPoint) {
    if (late.length < SILENT_POINT) alone.push(...late);
    else {
      const runners = late.map(({ called }) => called);
      const lastReadMs = lastReads.get(point);
      silent.push({ kind: 'silent-point', subject: `point:${point}`, point, runners, lastReadMs });
    }
  }
  const overdue = alone
    .toSorted((a, b) => b.lateness.lateMs - a.lateness.lateMs)
    .map(({ called, lateness }): ToDo => {
      const subject = `runner:${called.runner.runnerId}`;
      return { kind: 'overdue', subject, called, isContradicted: false, lateness };
    });
  return [...silent, ...overdue];
}

function listNotices(notices: readonly Notice[]): readonly ToDo[] {
  return notices.flatMap((notice): ToDo[] => {
    const names = nameNotice(notice);
    if (!names) return [];
    const [subject, leftAs] = names.map((name) => name?.slice(0, MAX_SUBJECT));
    return [{ kind: 'notice', notice, subject: subject ?? '', leftAs }];
  });
}

/** The subject of a notice, and its name with the evidence if it can be dismissed; undefined for a reader in order. */
function nameNotice(notice: Notice): readonly [subject: string, leftAs?: string] | undefined {
  switch (notice.kind) {
    case 'clock':
      return [`clock:${notice.source}`];
    case 'clock-suspected': {
      const { source, point, shiftMs, rival } = notice;
      return [`clock:${source}`, `clock-suspected:${source}:${point}:${shiftMs ?? rival ?? ''}`];
    }
    case 'sources-swapped': {
      const { source, point, other, otherPoint } = notice;
      return [`swapped:${source}:${other}`, `swapped:${source}:${point}:${other}:${otherPoint}`];
    }
    case 'silent-source':
      return [`source:${notice.source}`, `silent:${notice.source}:${notice.heardMs}`];
    case 'reader': {
      const { source, isBatteryLow, aheadMs = 0, awaySinceMs } = notice;
      if (!isBatteryLow && aheadMs === 0 && awaySinceMs === undefined) return undefined;
      const evidence = [isBatteryLow ? 'low' : '', Math.round(aheadMs / SECOND_MS)];
      if (awaySinceMs) evidence.push(awaySinceMs);
      return [`reader:${source}`, ['reader', source, ...evidence].join(':')];
    }
    case 'unreadable': {
      const subject = `unreadable:${notice.hash}:${notice.field}`;
      return [subject, subject];
    }
    case 'more-unreadable':
      return ['unreadable'];
    case 'problem':
      return ['problem'];
    default:
      notice satisfies never;
      return undefined;
  }
}

/** Runners unseen since their gun, by event: the checked-in ones or the others (RULES.md RC9, ST12). */
function listNeverSeen(
  { rollCall, rules, nowMs }: Situation,
  kind: 'checked-in-unseen' | 'never-seen',
): ToDo[] {
  const isDue = ({ isCheckedIn, runner }: CalledRunner): boolean =>
    isCheckedIn === (kind === 'checked-in-unseen') &&
    nowMs > (rules.gunOf(runner) ?? Infinity) + NEVER_SEEN_AFTER_MS;
  return rollCall.events.flatMap(({ event, called, counts, neverSeen }): ToDo[] => {
    // After a start without a mat, nobody stands out until most have passed a point.
    const byGunAlone = neverSeen - counts['never-seen'];
    const areMostSeen = byGunAlone < counts.started / 2;
    const unseen =
      neverSeen === 0 ? [] : called.filter(areMostSeen ? isNeverSeen : isStateNeverSeen);
    const count = unseen.filter(isDue).length;
    return count === 0 ? [] : [{ kind, subject: `${kind}:${event}`, event, count }];
  });
}

function isStateNeverSeen({ state }: CalledRunner): boolean {
  return state === 'never-seen';
}

function listCounts({ toCheck, strangeBands }: Situation): ToDo[] {
  const check: ToDo = { kind: 'to-check', subject: 'to-check', count: toCheck };
  const bands: ToDo = { kind: 'strange-bands', subject: 'strange-bands', count: strangeBands };
  return [check, bands].filter((one) => 'count' in one && one.count > 0);
}

/** A marshal's report whose bib identifies no single runner (RULES.md MA4). */
export interface UndecidedSighting extends Pick<ControlEntry, 'by' | 'text'> {
  /** The id of the report that will decide it. */
  readonly reportId: string;
  readonly point: TimePoint;
  readonly sighting: Sighting;
}

/** The undecided sightings, oldest first, including dismissed ones. */
export function listSightings({
  control,
  rollCall,
}: {
  readonly control: readonly ControlEntry[];
  readonly rollCall: RollCall;
}): readonly UndecidedSighting[] {
  const entries = control.filter(({ kind }) => kind === 'sighting');
  if (entries.length === 0) return [];
  const decided = new Set<string>();
  for (const { reports } of rollCall.byId.values()) {
    for (const { reportId } of reports) decided.add(reportId);
  }
  return entries
    .flatMap(({ subject: reportId, point, sighting, by, text }) =>
      point === undefined || sighting === undefined || decided.has(reportId)
        ? []
        : [{ reportId, point, sighting, by, ...(text === undefined ? {} : { text }) }],
    )
    .toSorted((a, b) => a.sighting.seenMs - b.sighting.seenMs);
}

/** From this number on unassigned bands are no accident: a box was handed out unregistered, or a reader invents them. */
export const MANY_BANDS = 5;

/** Somebody may be in danger, or the race may not be timed. */
export function isUrgent(toDo: ToDo): boolean {
  const { kind } = toDo;
  if (kind === 'notice') {
    const { notice } = toDo;
    if (notice.kind === 'clock-suspected') return notice.isSure === true;
    return notice.kind !== 'sources-swapped';
  }
  if (kind === 'sighting') return isStopSeen(toDo);
  return ['out-not-safe', 'out-at-closing', 'overdue', 'silent-point'].includes(kind);
}

/** Whether organisers away from race control get an alarm (PROTOCOL.md WP14). */
export function isAlarm(toDo: ToDo): boolean {
  if (toDo.kind === 'strange-bands') return toDo.count >= MANY_BANDS;
  // An unreadable record is a technical matter, and its name may be personal.
  if (toDo.kind === 'notice') return !toDo.notice.kind.endsWith('unreadable');
  return isUrgent(toDo);
}

/** Names a matter while it lasts. */
export function nameAlarm({ kind, subject }: ToDo): string {
  return `${kind} ${subject}`;
}

export function isClaimed({ subject }: ToDo, control: readonly ControlEntry[]): boolean {
  return control.some((entry) => entry.kind === 'claim' && entry.subject === subject);
}
