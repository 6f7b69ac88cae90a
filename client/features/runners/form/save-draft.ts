import type { RaceConfig } from '#shared/model/race-config.ts';
import { isDeleteWord, parseOverride, readOverrideText } from '#shared/model/typed-words.ts';
import type { AdminRunner, BandExchange, SaveRunnerReply } from '#shared/wire/runners-api.ts';
import type { Fault } from '#client/kit/form-fields.tsx';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { CallError } from '#client/organisers/calls/call-error.ts';
import {
  compareVersions,
  type EditorField,
  type EditorValues,
  EDITOR_FIELDS,
  nameRunner,
  PRIVATE,
  readBands,
  toDataBlob,
  toDetails,
  valuesOf,
  writeBands,
} from '#client/organisers/runners/editor-values.ts';
import { type Taken, sendRunner, TAKEN } from '#client/organisers/runners/runner-calls.ts';
import { doubtTotal } from '#client/organisers/texts/describe-time-conflict.ts';
import {
  type BandQuestionFacts,
  findBandQuestion,
  isHeldByOther,
  listLeft,
  readScansOf,
} from './left-scans.ts';

/** A runner as the form found them, which a save is checked against. */
export interface Base {
  readonly values: EditorValues;
  readonly rev: number;
}

/** The values typed for a runner, which outlive the form: it closes before the server has answered. */
export interface Draft {
  /** The runner's id; for a new runner the id of the request, so that resending it makes no second runner. */
  readonly key: string;
  readonly values: EditorValues;
  readonly base: Base | undefined;
  readonly refusal?: Refusal | undefined;
}

export interface SaveOptions {
  readonly exchange?: { readonly kind: BandExchange['kind']; readonly taken: Taken };
  /** What to do with scans that would be left behind; a question if undefined. */
  readonly answer?: 'keep' | 'leave' | undefined;
  readonly reason?: string;
}

/** Why a form was not saved. */
export interface Refusal {
  /** The sentence of the specification, or of the server. */
  readonly problem?: string;
  readonly faults?: readonly Fault[];
  readonly taken?: Taken;
  /** The fields that both changed: `values` has them as typed, `base` as they are now. */
  readonly disputed?: readonly EditorField[];
  /** A time by hand that contradicts the runner's reads; saved if it is sent again unchanged (RULES.md OV11). */
  readonly doubted?: string;
  /** The question to answer first, and the options of the save that raised it. */
  readonly question?: { readonly facts: BandQuestionFacts; readonly options: SaveOptions };
}

export interface Saved {
  readonly runnerId: string;
  readonly before: EditorValues | undefined;
  /** The version of the change, for its undo; undefined when nothing had to be changed. */
  readonly version: number | undefined;
  /** The saved values, if they include more than was typed. */
  readonly values: EditorValues;
  readonly aside: string;
  /** Whether an exchange left the other runner without a band. */
  readonly isOtherBandless: boolean;
}

/** A refused draft is as it was typed, with the reason and what others changed. */
export type SaveOutcome = { readonly saved: Saved } | { readonly refused: Draft };

/** Above a save that lost to another organiser's. */
export const CHANGED = 'Someone else changed this runner in the meantime.';

const NOT_SAVED = 'There was an error submitting this entry.';

/**
 * Saves a draft: asks what has to be answered first, sends it (POST /api, PROTOCOL.md CL17), and reads the answer.
 * Sending it again after a lost answer does no harm. Rejects without an answer, or with one of another shape.
 */
export async function saveDraft(
  calls: Calls,
  draft: Draft,
  options: SaveOptions,
  everyone: readonly AdminRunner[],
  config?: RaceConfig,
): Promise<SaveOutcome> {
  const { values, base } = draft;
  const { exchange, answer, reason } = options;
  const before = base?.values;
  const kind = exchange?.kind;
  const facts = answer ? undefined : await findBandQuestion(calls, before, values, kind, everyone);
  if (facts) return refuse(draft, { ...draft.refusal, question: { facts, options } });
  const doubt = config && (await findDoubt(calls, draft, config));
  if (doubt !== undefined) {
    const message = `${doubt} If it is right, save again.`;
    const faults = [{ path: 'overrideTime', message }];
    return refuse(draft, { faults, doubted: values.overrideTime });
  }
  // If the number seemed taken, no question was asked: earlier numbers are kept.
  const isKept = answer === 'keep' || (!answer && !kind && isHeldByOther(values, everyone));
  const kept = isKept && before ? listLeft(before, values, kind) : [];
  const earlierBands = [...new Set([...readBands(values.earlierBands), ...kept])];
  const { reply, version } = await sendRunner(calls, {
    dataBlob: toDataBlob(values),
    ...(base ? { rev: base.rev } : { requestId: draft.key }),
    isPrivate: values.isPrivate === PRIVATE,
    details: toDetails(values, before),
    earlierBands,
    ...(exchange ? { exchange: nameExchange(exchange) } : {}),
    ...(reason === undefined ? {} : { reason }),
  });
  if (reply.result === 'Conflict') {
    const merged = mergeTheirs(draft, reply.current);
    if (merged.refusal?.disputed) return { refused: merged };
    // A runner just changed by someone else is deleted only after another look; without a newer revision the same answer
    // would repeat forever.
    if (isDeletion(draft) || reply.current.rev === base?.rev) {
      return refuse(merged, { problem: CHANGED });
    }
    // Changes to different fields are merged without a question; those about bands are asked again.
    return saveDraft(calls, merged, { ...options, answer: undefined }, everyone, config);
  }
  if (reply.result !== 'Success') return readRefusal(draft, reply);
  return {
    saved: {
      runnerId: reply.runnerId,
      before,
      version,
      values: { ...values, earlierBands: writeBands(earlierBands) },
      aside: exchange ? describeOther(exchange, before?.raceNumber ?? '') : '',
      isOtherBandless:
        kind === 'take' && exchange?.taken.holder.raceNumber === exchange?.taken.bandID,
    },
  };
}

/** The objection of the runner's reads to a typed total that is not confirmed yet; undefined for none. */
async function findDoubt(
  calls: Calls,
  { values, base, refusal }: Draft,
  config: RaceConfig,
): Promise<string | undefined> {
  const { overrideTime, event } = values;
  const isConfirmed =
    overrideTime === base?.values.overrideTime || overrideTime === refusal?.doubted;
  const reading = readOverrideText(overrideTime);
  if (!base || isConfirmed || !reading.ok || parseOverride(reading.value)?.kind !== 'total') {
    return undefined;
  }
  return doubtTotal(reading.value, await readScansOf(calls, values.runnerId), event, config);
}

export function refuseForError(draft: Draft, error: unknown): SaveOutcome {
  const isExplained = error instanceof CallError && error.isExplained;
  return refuse(draft, { problem: isExplained ? error.message : NOT_SAVED });
}

export function isDeletion({ values }: Pick<Draft, 'values'>): boolean {
  return isDeleteWord(values.runClub);
}

function refuse(draft: Draft, refusal: Refusal): SaveOutcome {
  return { refused: { ...draft, refusal } };
}

function nameExchange({ kind, taken }: NonNullable<SaveOptions['exchange']>): BandExchange {
  return { kind, runnerId: taken.holder.runnerId, rev: taken.holder.rev };
}

type RefusedReply = Exclude<SaveRunnerReply, { readonly result: 'Success' | 'Conflict' }>;

function readRefusal(draft: Draft, reply: RefusedReply): SaveOutcome {
  switch (reply.result) {
    case 'Taken':
      return refuse(draft, { problem: TAKEN, taken: reply });
    case 'Invalid': {
      const all = reply.errors.map(({ field, message }) => ({ path: field, message }));
      const faults = all.filter(({ path }) => EDITOR_FIELDS.some((field) => field === path));
      const others = all.filter((fault) => !faults.includes(fault));
      const reasons = others.map(({ message }) => message).join(' ');
      if (reasons === '' && faults.length > 0) return refuse(draft, { faults });
      return refuse(draft, { problem: reasons || NOT_SAVED, faults });
    }
    case 'Missing':
      return refuse(draft, { problem: 'Someone else has deleted this runner.' });
    default:
      reply satisfies never;
      return refuse(draft, { problem: NOT_SAVED });
  }
}

/** Merges what only the others changed into the draft, which is an edit of their version from then on. */
function mergeTheirs(draft: Draft, current: AdminRunner): Draft {
  const theirs = valuesOf(current);
  // Only edits of known runners are answered with a conflict.
  const { disputed, taken } = compareVersions(draft.base?.values ?? theirs, draft.values, theirs);
  return {
    ...draft,
    values: {
      ...draft.values,
      ...Object.fromEntries(taken.map((field) => [field, theirs[field]])),
    },
    base: { values: theirs, rev: current.rev },
    refusal: disputed.length > 0 ? { disputed } : undefined,
  };
}

/** The effect of an exchange on the other runner: `Siân Prydderch (bib 88) has band 412 now`. */
function describeOther(
  { kind, taken }: NonNullable<SaveOptions['exchange']>,
  worn: string,
): string {
  const { holder, bandID } = taken;
  const name = nameRunner(holder);
  if (kind === 'swap') return `${name} has band ${worn} now`;
  return holder.raceNumber === bandID
    ? `${name} has no band now`
    : `${bandID} is no longer ${name}’s`;
}
