import type { AdminRunner, BandExchange, SaveRunnerReply } from '#shared/wire/admin-api.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useState } from 'react';

import { messageOf } from '../calls/call-error.ts';
import { useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { useCalls } from '../session/use-session.ts';
import type { Conflict } from './compare-versions.ts';
import { compareVersions } from './compare-versions.ts';
import { createRequestId } from './create-request-id.ts';
import type { Taken } from './describe-refusal.ts';
import { describeHolder, TAKEN } from './describe-refusal.ts';
import type { Problem } from './EditorBanners.tsx';
import { saveRunner } from './save-runner.ts';
import type { EditorField, EditorValues } from './editor-values.ts';
import {
  EDITOR_FIELDS,
  nameRunner,
  readBands,
  toDataBlob,
  valuesOf,
  writeBands,
} from './editor-values.ts';
import type { BandQuestionFacts } from './left-scans.ts';
import { findBandQuestion, isHeldByOther, listLeft } from './left-scans.ts';

/** What a submission made of a runner. */
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
}

/** What is asked for beside the values of the form. */
export interface Wish {
  /** How the number comes from who holds it. */
  readonly kind?: BandExchange['kind'];
  /** What becomes of the scans that would be left; asked when it is undefined. */
  readonly answer?: 'keep' | 'leave';
}

export interface Submission {
  readonly problem: Problem | undefined;
  /** Who holds the number that was asked for. */
  readonly taken: Taken | undefined;
  /** What has to be answered first, and what was asked for when it arose. */
  readonly question: { readonly facts: BandQuestionFacts; readonly wish: Wish } | undefined;
  readonly dropQuestion: () => void;
  readonly conflict: Conflict | undefined;
  /** The revision that is edited: what a submission is checked against. */
  readonly rev: number;
  /** Sends the form; resolves with what came of it when it is saved. */
  readonly submit: (values: EditorValues, wish?: Wish) => Promise<Saved | undefined>;
}

type Refused = Exclude<SaveRunnerReply, { readonly result: 'Success' }>;

/** Above a save that failed (SCREENS.md SG6). */
const NOT_SAVED = 'There was an error submitting this entry.';

/**
 * Submits the edit form and tells the form what came of it (PROTOCOL.md CL17). What
 * is typed stays as it is until it is saved; sending it again after an answer
 * was lost does no harm.
 */
export function useSubmitRunner(
  form: UseFormReturn<EditorValues>,
  runner: AdminRunner | undefined,
  focusBand: () => void,
): Submission {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const [requestId] = useState(createRequestId);
  const [base, setBase] = useState(() => ({
    values: runner && valuesOf(runner),
    rev: runner?.rev,
  }));
  const [problem, setProblem] = useState<Problem>();
  const [conflict, setConflict] = useState<Conflict>();
  const [taken, setTaken] = useState<Taken>();
  const [question, setQuestion] = useState<Submission['question']>();

  const fail = (detail = ''): void => {
    setProblem({ sentence: NOT_SAVED, detail });
  };

  const meet = (current: AdminRunner, mine: EditorValues): void => {
    const theirs = valuesOf(current);
    // Only an edit of a known runner is answered so.
    const met = compareVersions(base.values ?? theirs, mine, theirs);
    for (const field of met.taken) form.setValue(field, theirs[field], { shouldDirty: true });
    setBase({ values: theirs, rev: current.rev });
    setConflict(met);
    setProblem(undefined);
  };

  const refuse = (reply: Refused, values: EditorValues): void => {
    switch (reply.result) {
      case 'Taken':
        setProblem({ sentence: TAKEN, detail: describeHolder(reply) });
        setTaken(reply);
        focusBand();
        break;
      case 'Conflict':
        meet(reply.current, values);
        break;
      case 'Invalid': {
        const errors = reply.errors.toSorted((a, b) => placeOf(a.field) - placeOf(b.field));
        for (const [index, { field, message }] of errors.entries()) {
          if (isField(field)) form.setError(field, { message }, { shouldFocus: index === 0 });
        }
        const others = errors.filter(({ field }) => !isField(field));
        fail(others.map(({ message }) => message).join(' '));
        break;
      }
      case 'Missing':
        fail('Somebody has deleted this runner meanwhile.');
        break;
      default:
        reply satisfies never;
        fail();
    }
  };

  const send = async (values: EditorValues, wish: Wish): Promise<Saved | undefined> => {
    const { kind, answer } = wish;
    const { values: before } = base;
    const facts = answer
      ? undefined
      : await findBandQuestion(calls, { before, values, kind, taken, everyone });
    setQuestion(facts && { facts, wish });
    if (facts) return undefined;
    const earlier = readBands(values.earlierBands);
    // A number that was thought to be taken may be free by now: what nobody was asked about is kept.
    const isKept = answer === 'keep' || (!answer && !kind && isHeldByOther(values, everyone));
    const kept = isKept && before ? listLeft(before, values, kind) : [];
    const earlierBands = [...new Set([...earlier, ...kept])];
    const known = base.rev === undefined ? { requestId } : { rev: base.rev };
    const exchange = kind &&
      taken && { kind, runnerId: taken.holder.runnerId, rev: taken.holder.rev };
    const { reply, version } = await saveRunner(calls, {
      dataBlob: toDataBlob(values),
      ...known,
      earlierBands,
      ...(exchange ? { exchange } : {}),
    });
    setTaken(undefined);
    if (reply.result !== 'Success') {
      refuse(reply, form.getValues());
      return undefined;
    }
    await feed.settle(version);
    return {
      runnerId: reply.runnerId,
      before: base.values,
      version,
      values: { ...values, earlierBands: writeBands(earlierBands) },
      aside: kind && taken ? describeOther(taken, kind, base.values?.raceNumber ?? '') : '',
      isOtherBandless: kind === 'take' && taken?.holder.raceNumber === taken?.bandID,
    };
  };

  return {
    problem,
    taken,
    question,
    dropQuestion: () => {
      setQuestion(undefined);
    },
    conflict,
    rev: base.rev ?? 0,
    submit: async (values, wish = {}) => {
      try {
        return await send(values, wish);
      } catch (error) {
        fail(messageOf(error));
        return undefined;
      }
    },
  };
}

/** What an exchange made of the other one: `Siân Prydderch (bib 88) has band 412 now`. */
function describeOther(
  { holder, bandID }: Taken,
  kind: BandExchange['kind'],
  worn: string,
): string {
  const name = nameRunner(holder);
  if (kind === 'swap') return `${name} has band ${worn} now`;
  return holder.raceNumber === bandID
    ? `${name} has no band now`
    : `${bandID} is no longer ${name}’s`;
}

function isField(field: string): field is EditorField {
  return EDITOR_FIELDS.some((known) => known === field);
}

function placeOf(field: string): number {
  return isField(field) ? EDITOR_FIELDS.indexOf(field) : EDITOR_FIELDS.length;
}
