import { setTimeout as delay } from 'node:timers/promises';

import { describeClockError } from '#shared/model/clock-error.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { InstanceNote } from '#server/store/instance-notes.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { explainUnavailable } from '#server/store/redis-connection.ts';
import type { ScannerNote, WrongClock } from '#server/store/scanner-notes.ts';

import { checkDisk, type DiskFindings } from './disk-check.ts';
import { type Finding, inPublic } from './finding.ts';
import type { OwnInstance } from './own-instance.ts';

/** A Redis that takes longer to answer for one field is too slow to save to. */
const ANSWER_MS = 2 * SECOND_MS;

export interface Findings extends DiskFindings {
  /** The warnings that somebody can act on at once. */
  readonly actionable: readonly Finding[];
  readonly clocks: readonly WrongClock[];
  /** The scanners that are missing. */
  readonly silent: readonly ScannerNote[];
  /** The scanners whose readers report their state. */
  readonly readers: readonly ScannerNote[];
  /** How long ago each source was heard, by name; undefined when Redis did not say. */
  readonly heard?: ReadonlyMap<string, HeardSource>;
  readonly pushSubscriptions?: number;
  readonly alarmBrowsers?: number;
  /** The same clock at the last accepted write; undefined when none was. */
  readonly writtenMs?: EpochMs;
  readonly scanners?: readonly ScannerNote[];
  readonly instances?: readonly InstanceNote[];
  /** Weaker promises that are not new: they were so from the beginning. */
  readonly promises?: readonly string[];
}

export interface HeardSource {
  readonly agoMs: DurationMs;
  /** How many reads the journal of its scanner held then; undefined when it does not say. */
  readonly unsent: number | undefined;
}

export const NOTHING_FOUND: Findings = {
  problems: [],
  warnings: [],
  actionable: [],
  clocks: [],
  silent: [],
  readers: [],
};

const TOO_LATE: Findings = {
  ...NOTHING_FOUND,
  problems: [inPublic(`Redis does not answer within ${ANSWER_MS / SECOND_MS} seconds.`)],
};

export interface RedisCheckParts {
  readonly store: RaceStore;
  /** Whether Redis runs on this machine, so that its disk can be checked. */
  readonly isRedisHere: boolean;
  /** A running scanner reports every few seconds; one that has not for this long is missing. */
  readonly sourceSilentMs: DurationMs;
  /** The report of this instance to the others. */
  readonly self: OwnInstance;
}

/** Asks Redis for its state, and for the reports of scanners and instances. */
export class RedisCheck {
  readonly #parts: RedisCheckParts;
  /** The promises that were weak at the first check: they were never made. */
  #neverMade: ReadonlySet<string> | undefined;
  /** Since when Redis has answered every time: scanners reconnect later than this instance. */
  #reachedMs: number | undefined;

  constructor(parts: RedisCheckParts) {
    this.#parts = parts;
  }

  /** Ends within seconds, whatever Redis does; never rejects. */
  async look(): Promise<Findings> {
    const patience = new AbortController();
    const tooLate = delay(ANSWER_MS, TOO_LATE, { signal: patience.signal }).catch(() => TOO_LATE);
    const asked = this.#find().catch(presentFailure);
    const findings = await Promise.race([asked, tooLate]);
    patience.abort();
    this.#reachedMs = findings.heard && (this.#reachedMs ?? performance.now());
    return findings;
  }

  /** Removes the report of this instance, within seconds; without Redis the others notice by themselves. */
  async leave(): Promise<void> {
    const { store, self } = this.#parts;
    if (!store.isConnected) return;
    const patience = new AbortController();
    const tooLate = delay(ANSWER_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    try {
      await Promise.race([store.instances.remove(self.id), tooLate]);
    } finally {
      patience.abort();
    }
  }

  async #find(): Promise<Findings> {
    const { store, isRedisHere, sourceSilentMs, self } = this.#parts;
    if (!store.isConnected) return NOTHING_FOUND;
    await store.upkeep.tryWrite();
    const weak = await store.upkeep.findDurabilityWarnings();
    this.#neverMade ??= new Set(weak);
    const state = await store.upkeep.readState();
    const instances = await store.instances.exchange(self.id, self.note(state.nowMs));
    const clocks = await store.upkeep.readWrongClocks(state.nowMs);
    const scanners = await store.upkeep.readScannerNotes(state.nowMs);
    const isSettled = performance.now() - (this.#reachedMs ?? Infinity) >= sourceSilentMs;
    const silent = scanners.filter(({ atMs }) => isSettled && state.nowMs - atMs >= sourceSilentMs);
    const disk = isRedisHere && state.files ? await checkDisk(state.files) : NOTHING_FOUND;
    const actionable = [
      ...state.warnings.map((text) => inPublic(text)),
      ...disk.warnings,
      ...presentClock(state.aheadMs).map((text) => inPublic(text, 'instances')),
    ];
    const isBroken = (text: string): boolean => this.#neverMade?.has(text) === false;
    const promises = weak.filter((text) => !isBroken(text));
    return {
      problems: [
        ...[...weak.filter(isBroken), ...state.problems].map((text) => inPublic(text)),
        ...disk.problems,
      ],
      warnings: [
        ...promises.map((text) => inPublic(text)),
        ...actionable,
        ...clocks.map(presentScannerClock),
        ...silent.map(presentSilentSource),
      ],
      freeBytes: disk.freeBytes,
      pushSubscriptions: await store.push.count(),
      alarmBrowsers: (await store.alarms.listIds()).length,
      writtenMs: state.nowMs,
      scanners,
      instances,
      promises,
      actionable,
      clocks,
      silent,
      readers: scanners.filter(
        (each) => !silent.includes(each) && Object.keys(each.reader).length > 0,
      ),
      heard: new Map(
        scanners.map(({ source, atMs, unsent }) => [source, { agoMs: state.nowMs - atMs, unsent }]),
      ),
    };
  }
}

function presentFailure(error: unknown): Findings {
  const { reason = 'cannot be used' } = explainUnavailable(error) ?? {};
  return { ...NOTHING_FOUND, problems: [inPublic(`The race record ${reason}.`)] };
}

function presentClock(aheadMs: DurationMs): string[] {
  if (aheadMs === 0) return [];
  return [
    `The clock of this server is ${describeClockError(aheadMs)} that of Redis: let both take their time from the network.`,
  ];
}

function presentScannerClock({ source, aheadMs }: WrongClock): Finding {
  const error = `is ${describeClockError(aheadMs)} that of Redis.`;
  return {
    topic: 'sources',
    text: `The clock at the scanner ${source} ${error}`,
    publicText: `The clock at a scanner ${error}`,
  };
}

function presentSilentSource({ source, atMs }: ScannerNote): Finding {
  const error = `was last heard at ${new Date(atMs).toISOString()} and did not end.`;
  const publicText = `A scanner ${error}`;
  return { topic: 'sources', text: `The scanner ${source} ${error}`, publicText };
}
