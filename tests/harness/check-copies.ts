import type { EpochMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { Finding } from './check-history.ts';
import type { SaveAnswer, SaveOperation, Span, TapOperation } from './history.ts';
import { type Web, WEBS } from './plan-faults.ts';

/** What organisers were told to be lost (FEED.md CF29). */
export interface ReportedLoss {
  readonly runnerId: string;
  /** Where the runner stands instead; undefined where the record has no such runner. */
  readonly foundRev: number | undefined;
  readonly lostMs: EpochMs;
}

/** What else is known at the end of a race whose Redis has copies. */
export interface CopiesState {
  /** How often Redis was struck: each time another master, with another epoch, may have come of it. */
  readonly strikes: number;
  /**
   * Spans in which a master confirmed what the copy that takes over may lack: from when that one was cut off to when its
   * master died, and from when a master came back to when it knew that another one is it.
   */
  readonly gaps: readonly Span[];
  /** Whom organisers were told of at any moment of the race. */
  readonly reported: readonly ReportedLoss[];
  readonly kills: readonly { readonly web: Web; readonly atMs: EpochMs }[];
}

/**
 * Of a save that was answered with success and is not in the log. It may be lost with its master when the copy that
 * takes over lacks it, and then organisers are told so; not where the instance that knew of it was killed,
 * nor where others have saved the runner up to the same revision since.
 */
export function judgeLostSave(
  { mark, during, answer }: SaveOperation,
  { gaps, reported, kills }: CopiesState,
  isSavedOver: (answer: SaveAnswer) => boolean,
): Finding {
  const what = `the save ${mark} was answered with success and not made`;
  if (!during || !answer) return { verdict: 'lost', what };
  const { web, runnerId, rev } = answer;
  const isReported = reported.some(
    (one) => one.runnerId === runnerId && (one.foundRev ?? 0) < rev && one.lostMs >= during.fromMs,
  );
  if (isReported) return { verdict: 'reported lost', what };
  const isForgotten = kills.some((kill) => kill.web === web && kill.atMs >= during.fromMs);
  const isDocumented = isIn(gaps, during) && (isForgotten || isSavedOver(answer));
  return { verdict: isDocumented ? 'unreported' : 'lost', what };
}

/** Of a tap that was answered and is not there: with such a copy it may be lost, and nobody is told. */
export function judgeLostTap({ reportId, during }: TapOperation, { gaps }: CopiesState): Finding {
  const what = `the tap ${reportId} was answered and is not there`;
  return { verdict: during && isIn(gaps, during) ? 'unreported' : 'lost', what };
}

/** Whether somebody stands where only instances could know it, all of which were killed since a copy got nothing more. */
export function isAhead(
  shown: Head | undefined,
  { epoch, version }: Head,
  { gaps, kills }: CopiesState,
): boolean {
  if (shown?.epoch !== epoch || shown.version <= version) return false;
  return gaps.some(({ fromMs }) =>
    WEBS.every((web) => kills.some((kill) => kill.web === web && kill.atMs >= fromMs)),
  );
}

function isIn(gaps: readonly Span[], { fromMs, toMs }: Span): boolean {
  return gaps.some((gap) => fromMs <= gap.toMs && toMs >= gap.fromMs);
}
