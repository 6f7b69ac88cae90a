import { readTeam } from '#shared/model/typed-words.ts';
import type { AdminRunner, BandExchange, SaveRunnerReply } from '#shared/wire/runners-api.ts';
import type { Calls } from '../calls/calls.ts';
import { messageOf } from '../calls/call-error.ts';
import {
  type Conflict,
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
} from './editor-values.ts';
import { type Taken, describeHolder, sendRunner, TAKEN } from './runner-calls.ts';
import { type BandQuestionFacts, findBandQuestion, isHeldByOther, listLeft } from './left-scans.ts';

/** A runner as the form found them: what a save is checked against. */
export interface Base {
  readonly values: EditorValues;
  readonly rev: number;
}

/** What somebody typed of a runner. It outlives the form, which closes before the server has answered. */
export interface Draft {
  /** The runner's id; for a new one the id of the request, which makes no second runner when it is sent again. */
  readonly key: string;
  readonly values: EditorValues;
  /** Undefined for a new runner. */
  readonly base: Base | undefined;
  /** Why it was not saved, if it was tried. */
  readonly refusal?: Refusal | undefined;
}

/** What is asked for beside the values of the form. */
export interface SaveOptions {
  /** How the number comes from who holds it. */
  readonly exchange?: { readonly kind: BandExchange['kind']; readonly taken: Taken };
  /** What becomes of the scans that would be left; asked when it is undefined. */
  readonly answer?: 'keep' | 'leave';
  /** Why, for whoever looks at the changes later. */
  readonly reason?: string;
}

/** Why a form was not saved: the sentence of the specification, and what helps beside it. */
export interface Problem {
  readonly sentence: string;
  readonly detail?: string;
}

/** What stands in the way of a save, as the form shows it. */
export interface Refusal {
  readonly problem?: Problem;
  /** What is wrong with single fields, in their order in the form. */
  readonly errors?: readonly { readonly field: EditorField; readonly message: string }[];
  /** Who holds the number that was asked for. */
  readonly taken?: Taken;
  readonly conflict?: Conflict;
  /** What has to be answered first, and what was asked for when it arose. */
  readonly question?: { readonly facts: BandQuestionFacts; readonly options: SaveOptions };
}

export interface Saved {
  readonly runnerId: string;
  /** What it took the place of; undefined for a new runner. */
  readonly before: EditorValues | undefined;
  /** The version of the change, by which it is undone; undefined when nothing had to be changed. */
  readonly version: number | undefined;
  /** What was saved, if it is more than what was typed. */
  readonly values: EditorValues;
  /** What became of another runner by it; empty for nothing. */
  readonly aside: string;
  /** That runner is left without a band. */
  readonly isOtherBandless: boolean;
  /** The runner as they are since, for what is typed over it. */
  readonly base: Base;
}

/** A draft that was saved, or the draft with what stands in its way. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly saved: Saved }
  | { readonly kind: 'refused'; readonly draft: Draft };

/** Above a save that failed, where nothing better can be said (SCREENS.md SG6). */
const NOT_SAVED = 'There was an error submitting this entry.';

/**
 * Saves a draft: asks what has to be answered first, sends it (POST /api,
 * PROTOCOL.md CL17), and reads the answer. Sending it again after an answer was lost does no harm.
 * Rejects where no answer came, or none of the form.
 */
export async function saveDraft(
  calls: Calls,
  draft: Draft,
  options: SaveOptions,
  everyone: readonly AdminRunner[],
): Promise<SaveOutcome> {
  const { values, base } = draft;
  const { exchange, answer, reason } = options;
  const before = base?.values;
  const kind = exchange?.kind;
  const facts = answer
    ? undefined
    : await findBandQuestion(calls, { before, values, kind, taken: exchange?.taken, everyone });
  if (facts) return refuse(draft, { ...draft.refusal, question: { facts, options } });
  // A number that was thought to be taken may be free by now: what nobody was asked about is kept.
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
  if (reply.result !== 'Success') return readRefusal(draft, reply);
  const now = { ...values, earlierBands: writeBands(earlierBands) };
  const saved = {
    runnerId: reply.runnerId,
    before,
    version,
    values: now,
    aside: exchange ? describeOther(exchange, before?.raceNumber ?? '') : '',
    isOtherBandless:
      kind === 'take' && exchange?.taken.holder.raceNumber === exchange?.taken.bandID,
    base: { values: now, rev: (base?.rev ?? 0) + (version === undefined ? 0 : 1) },
  };
  return { kind: 'saved', saved };
}

/** What a save that did not even get an answer makes of a draft. */
export function refuseForError(draft: Draft, error: unknown): SaveOutcome {
  return refuse(draft, { problem: { sentence: messageOf(error) || NOT_SAVED } });
}

export function isDeletion({ values }: Pick<Draft, 'values'>): boolean {
  return readTeam(values.runClub) === 'delete';
}

function refuse(draft: Draft, refusal: Refusal): SaveOutcome {
  return { kind: 'refused', draft: { ...draft, refusal } };
}

function nameExchange({ kind, taken }: NonNullable<SaveOptions['exchange']>): BandExchange {
  return { kind, runnerId: taken.holder.runnerId, rev: taken.holder.rev };
}

type RefusedReply = Exclude<SaveRunnerReply, { readonly result: 'Success' }>;

function readRefusal(draft: Draft, reply: RefusedReply): SaveOutcome {
  switch (reply.result) {
    case 'Taken':
      return refuse(draft, {
        problem: { sentence: TAKEN, detail: describeHolder(reply) },
        taken: reply,
      });
    case 'Conflict':
      return mergeTheirs(draft, reply.current);
    case 'Invalid': {
      const errors = EDITOR_FIELDS.flatMap((field) =>
        reply.errors.flatMap((each) =>
          each.field === field ? { field, message: each.message } : [],
        ),
      );
      const others = reply.errors.filter(
        ({ field }) => !EDITOR_FIELDS.some((one) => one === field),
      );
      const told = others.map(({ message }) => message).join(' ');
      if (told === '' && errors.length > 0) return refuse(draft, { errors });
      return refuse(draft, { problem: { sentence: told || NOT_SAVED }, errors });
    }
    case 'Missing':
      return refuse(draft, {
        problem: { sentence: 'Somebody has deleted this runner meanwhile.' },
      });
    default:
      return reply satisfies never;
  }
}

/** Takes what only the others changed into the draft, which is an edit of their version from then on. */
function mergeTheirs(draft: Draft, current: AdminRunner): SaveOutcome {
  const theirs = valuesOf(current);
  // Only an edit of a known runner is answered so.
  const conflict = compareVersions(draft.base?.values ?? theirs, draft.values, theirs);
  const taken = Object.fromEntries(conflict.taken.map((field) => [field, theirs[field]]));
  const values = { ...draft.values, ...taken };
  return refuse({ ...draft, values, base: { values: theirs, rev: current.rev } }, { conflict });
}

/** What an exchange made of the other one: `Siân Prydderch (bib 88) has band 412 now`. */
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
