import { randomUUID } from 'node:crypto';

import { type ControlEntry, keyOfEntry, MAX_CONTROL_ENTRIES } from '#shared/model/control-entry.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { Report } from '#shared/model/report.ts';
import type { TapOutcome } from '#shared/wire/marshal-api.ts';

import {
  decodeControlEntry,
  decodeReport,
  encodeControlEntry,
  readControlEntry,
} from './codec-of-decisions.ts';
import {
  type AuditEntry,
  commit,
  type CommitOutcome,
  type CommitPlan,
  expectField,
} from './commit.ts';
import { readDecoded, readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

type TapBecame = Exclude<TapOutcome['outcome'], 'refused'>;

/** All that is decided on before a tap is written down. */
export interface FoundTap {
  readonly passId: string;
  readonly reportId: string;
  readonly passText: string;
  /** What it became, also where that was taken back; undefined when it never was in the record. */
  readonly became: TapBecame | undefined;
  /** Who said it, where the record has it as a tap. */
  readonly saidBy: string | undefined;
  /** The report that has its id now, whoever made it. */
  readonly report: Report | undefined;
  /** What race control has of it, whether decided on or not. */
  readonly sighting: ControlEntry | undefined;
  readonly countsText: string | null;
  /** How many taps the pass made, and how many of these were sightings. */
  readonly counts: { readonly taps: number; readonly sightings: number };
}

/** What became of making a pass. */
export type PassOutcome =
  | { readonly kind: 'done'; readonly version: number }
  /** `decide` found a reason against it. */
  | { readonly kind: 'refused'; readonly why: string };

/** Changes with each pass that is made, so that two organisers do not give one name twice. */
const PASSES_TOKEN = 'passes';

/** The passes of marshals, and what their phones say (RULES.md MA). */
export class MarshalRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Writes a pass, and wipes out the `outdated`, unless `decide` finds a reason against it in what there is. */
  async putPass(
    pass: ControlEntry,
    label: string,
    decide: (present: readonly ControlEntry[]) => { why: string } | { outdated: ControlEntry[] },
  ): Promise<PassOutcome> {
    const { control, taps } = this.#keys;
    for (;;) {
      const token = await this.#client.hGet(taps, PASSES_TOKEN);
      const decision = decide(await readDecoded(this.#client, control, decodeControlEntry));
      if ('why' in decision) return { kind: 'refused', why: decision.why };
      const { outdated } = decision;
      const outcome = await commit(this.#client, this.#keys, {
        expect: [expectField(taps, PASSES_TOKEN, token)],
        set: [
          { key: control, field: keyOfEntry(pass), value: encodeControlEntry(pass) },
          { key: taps, field: PASSES_TOKEN, value: randomUUID() },
        ],
        del: outdated.flatMap((one) => [
          { key: control, field: keyOfEntry(one) },
          { key: taps, field: countsOf(one.subject) },
        ]),
        ops: [
          ...outdated.map(
            ({ kind, subject }) => ({ op: 'delete-control', kind, subject }) as const,
          ),
          { op: 'put-control', entry: pass },
        ],
        audit: { by: pass.by, action: 'control', after: describeNote(pass, label) },
      });
      if (outcome.ok) return { kind: 'done', version: outcome.value.version };
    }
  }

  /** Undefined when the pass is not in the record any more. */
  async findTap(passId: string, reportId: string): Promise<FoundTap | undefined> {
    const { control, reports, taps } = this.#keys;
    const field = sightingField(reportId);
    const [[passText, sighting], [tap, countsText = null], report] = await Promise.all([
      this.#client.hmGet(control, [passField(passId), field]),
      this.#client.hmGet(taps, [reportId, countsOf(passId)]),
      this.#client.hGet(reports, reportId),
    ]);
    if (!passText) return undefined;
    // One that is decided on stays a sighting.
    const isThere = sighting ? 'to-check' : report ? 'reported' : undefined;
    const reportReading = report ? decodeReport(reportId, report) : undefined;
    const sightingReading = sighting ? decodeControlEntry(field, sighting) : undefined;
    const counts = parseJsonObject(countsText ?? '');
    return {
      passId,
      reportId,
      passText,
      ...(tap ? readTap(tap) : { became: isThere, saidBy: undefined }),
      report: reportReading?.ok ? reportReading.value : undefined,
      sighting: sightingReading?.ok ? sightingReading.value : undefined,
      countsText,
      counts: {
        taps: Number(counts?.['taps'] ?? 0),
        sightings: Number(counts?.['sightings'] ?? 0),
      },
    };
  }

  /** What must hold when a tap is written down, and what says that it was (RULES.md MA2). */
  planTap(
    found: FoundTap,
    became: TapBecame,
    by: string,
  ): Required<Pick<CommitPlan, 'expect' | 'set'>> {
    const { passId, reportId, passText, countsText, counts } = found;
    const { control, reports, taps } = this.#keys;
    const counted = {
      taps: counts.taps + 1,
      sightings: counts.sightings + Number(became === 'to-check'),
    };
    return {
      expect: [
        { key: control, field: passField(passId), value: passText },
        { key: control, field: sightingField(reportId) },
        { key: reports, field: reportId },
        { key: taps, field: reportId },
        expectField(taps, countsOf(passId), countsText),
      ],
      set: [
        { key: taps, field: reportId, value: `${became} ${by}` },
        { key: taps, field: countsOf(passId), value: JSON.stringify(counted) },
      ],
    };
  }

  /** Whether race control has as much written down as there is room for. */
  async isControlFull(): Promise<boolean> {
    return (await this.#client.hLen(this.#keys.control)) >= MAX_CONTROL_ENTRIES;
  }

  /** Writes what race control has to decide, if all that was found still holds. */
  putSighting(entry: ControlEntry, label: string, found: FoundTap): Promise<CommitOutcome> {
    const { expect, set } = this.planTap(found, 'to-check', entry.by);
    const value = encodeControlEntry(entry);
    return commit(this.#client, this.#keys, {
      expect,
      set: [...set, { key: this.#keys.control, field: keyOfEntry(entry), value }],
      ops: [{ op: 'put-control', entry }],
      audit: { by: entry.by, action: 'control', after: describeNote(entry, label) },
    });
  }

  /** What race control has to decide of a marshal, and what takes it away in the step of another change. */
  async readSightings(marshal: string): Promise<{
    readonly entries: readonly ControlEntry[];
    readonly removal: Required<Pick<CommitPlan, 'expect' | 'del' | 'ops'>>;
  }> {
    const { control } = this.#keys;
    const found = new Map<string, { readonly entry: ControlEntry; readonly value: string }>();
    for await (const step of readSteps(this.#client, control)) {
      for (const { field, value } of step) {
        const reading = decodeControlEntry(field, value);
        if (!reading.ok || reading.value.kind !== 'sighting' || reading.value.by !== marshal)
          continue;
        found.set(field, { entry: reading.value, value });
      }
    }
    const entries = Array.from(found.values(), ({ entry }) => entry);
    return {
      entries,
      removal: {
        expect: Array.from(found, ([field, { value }]) => ({ key: control, field, value })),
        del: Array.from(found.keys(), (field) => ({ key: control, field })),
        ops: entries.map(({ kind, subject }) => ({ op: 'delete-control', kind, subject })),
      },
    };
  }

  /** What brings sightings of the log back in the step of another change, as far as there is room. */
  async planReturn(logged: readonly object[]): Promise<{
    readonly count: number;
    readonly plan: Required<Pick<CommitPlan, 'expect' | 'set' | 'ops'>>;
  }> {
    const { control } = this.#keys;
    const present = new Set(await this.#client.hKeys(control));
    const entries = logged
      .flatMap((entry) => {
        const reading = readControlEntry(entry);
        return reading.ok && !present.has(keyOfEntry(reading.value)) ? [reading.value] : [];
      })
      .slice(0, Math.max(0, MAX_CONTROL_ENTRIES - present.size));
    const fieldOf = (entry: ControlEntry) => ({ key: control, field: keyOfEntry(entry) });
    return {
      count: entries.length,
      plan: {
        expect: entries.map(fieldOf),
        set: entries.map((entry) => ({ ...fieldOf(entry), value: encodeControlEntry(entry) })),
        ops: entries.map((entry) => ({ op: 'put-control', entry })),
      },
    };
  }

  /** Wipes out a sighting; undefined where there is none. */
  async takeBackSighting(reportId: string, by: string): Promise<number | undefined> {
    const field = { key: this.#keys.control, field: sightingField(reportId) };
    for (;;) {
      const text = await this.#client.hGet(field.key, field.field);
      const reading = text === null ? undefined : decodeControlEntry(field.field, text);
      if (text === null || !reading?.ok) return undefined;
      const { value: entry } = reading;
      const label = entry.sighting?.bib ?? '';
      const outcome = await commit(this.#client, this.#keys, {
        expect: [{ ...field, value: text }],
        del: [field],
        ops: [{ op: 'delete-control', kind: entry.kind, subject: entry.subject }],
        audit: { by, action: 'control-remove', before: describeNote(entry, label) },
      });
      if (outcome.ok) return outcome.value.version;
    }
  }
}

/** A tap in the record: what it became, and who said it. */
function readTap(text: string): { became: TapBecame; saidBy: string } {
  const [became = '', ...saidBy] = text.split(' ');
  return { became: became as TapBecame, saidBy: saidBy.join(' ') };
}

function passField(passId: string): string {
  return keyOfEntry({ kind: 'marshal', subject: passId });
}

function sightingField(reportId: string): string {
  return keyOfEntry({ kind: 'sighting', subject: reportId });
}

function countsOf(passId: string): string {
  return `counts:${passId}`;
}

/** What the log says of it; `label` what it is about. */
export function describeNote(
  { kind, subject, count, runnerIds, text }: ControlEntry,
  label: string,
): AuditEntry['after'] {
  return { kind, subject, label, count, runners: runnerIds?.length, text };
}
